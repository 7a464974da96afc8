public import ApusCore

/// Performs hops with libcurl's multi interface: the transport of `import Apus` on Linux, unless the trait `Curl` is off.
///
///     var options = CurlTransport.Options()
///     options.idleTimeout = .seconds(5)
///     let client = Client("https://api.example.com", transport: CurlTransport(options))
///
/// Choose it wherever libcurl is: it is fast, keeps fields as they are, and knows HTTP/2, proxies, Unix-domain sockets
/// and pinned keys. One transport is one pool of connections, so keep one for many clients. Its threads start with the
/// first request and end, together with the connections, when the transport is released and what still runs is done.
///
/// Like every transport it follows no redirect, keeps no cookie, caches nothing and answers no challenge. libcurl sends a
/// request again in three cases: where nothing of it had left, where it is safe and has no body and a connection used before
/// turns out to be dead (RFC 9110 §9.2.2), and where an HTTP/2 server says that it did not process it (RFC 9113 §8.7).
///
/// What libcurl sets bounds to or adds:
/// - A field of a response longer than 100 KiB, or fields of more than 300 KB in all, fail the exchange.
/// - `Accept-Encoding` says what the library decodes, unless the request has one. A response in a coding that it does not
///   know fails. A decoded body still comes with the `Content-Encoding` and `Content-Length` of what went over the wire.
/// - A body of more than 1 MiB is announced with `Expect: 100-continue` (RFC 9110 §10.1.1), and sent after a second
///   without an answer. A server that refuses the announcement (417) has answered: nothing is sent again.
/// - A body on HEAD is refused as `.other`.
/// - Of a stream whose reader waits libcurl keeps 64 MiB at most: a body that is compressed more than a thousand times may
///   fail as `.tooLarge` then.
/// - With libcurl 7.88, HTTP/2 by prior knowledge over TCP takes a connection for each request.
/// - Of the environment, the variables for proxies count. `SSLKEYLOGFILE` does too, as in browsers: the keys of secure
///   connections are written to that file, for who looks into them. Certificates, passwords and cookies come from no
///   variable and no file that is not among the options; `OPENSSL_CONF` is read by OpenSSL itself.
///
/// Errors have a ``CurlError`` as the underlying one.
public final class CurlTransport: Transport {
    private let loops: [EventLoop]

    /// A transport with threads and connections of its own. Nothing is started, and no option is looked at yet.
    public init(_ options: Options = Options()) {
        let count = min(max(1, options.eventLoops), 64)
        loops = (0..<count).map { _ in EventLoop(LoopSettings(options, loops: count)) }
    }

    /// Sends one request and gives its response, whatever the status.
    ///
    /// Throws `.unreadableBody` where the body's file can't be read and `.other` where a method or a field is not one, both
    /// before anything is sent; a stream that fails or is not as long as it said is `.unreadableBody` once it is noticed.
    public func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw TransportError(.cancelled, isSafeToRetry: true) }
        let transfer = try Transfer(request, exchange)
        let mailbox = try leastBusyLoop.mailbox()
        transfer.body?.pipe?.start()
        let outcome = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                if transfer.wait(with: continuation), !mailbox.start(transfer) {
                    transfer.settle(.failure(EventLoop.noLoop))
                }
            }
        } onCancel: {
            if transfer.settle(.failure(TransportError(.cancelled))) { mailbox.cancel(transfer) }
        }
        switch outcome {
        case .success(let answer):
            return answer.response(to: request)
        case .failure(let error):
            // Also where no loop has seen the transfer.
            transfer.body?.pipe?.close()
            throw error
        }
    }

    /// The first of those with the least to do, so that few requests share the connections of one loop.
    private var leastBusyLoop: EventLoop {
        loops.count == 1 ? loops[0] : loops.min { $0.load < $1.load } ?? loops[0]
    }
}
