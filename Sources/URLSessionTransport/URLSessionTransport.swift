public import ApusCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs hops with URLSession: the transport of `import Apus` where libcurl is not.
///
///     let client = Client("https://api.example.com", transport: URLSessionTransport())
///
/// Choose it where the platform's own networking matters: its proxies, its certificates, its per-app VPN. One transport
/// is one pool of connections, so keep one for many clients; the connections close when the transport is released.
/// Like every transport it follows no redirect, keeps no cookie, caches nothing and answers no challenge. A certificate
/// is judged by the platform's rules.
///
/// What URLSession takes away or adds, on every platform:
/// - Fields lose their order, and those of one name their borders: the response's come sorted by name and joined with
///   `, ` (RFC 9110 §5.3). `Set-Cookie` is taken apart again, which a comma in a cookie's value can mislead.
/// - Streams are collected before they are sent, and bodies before they are given as streams.
/// - A decoded body still comes with the `Content-Encoding` and `Content-Length` of what went over the wire.
/// - `User-Agent`, `Accept`, `Accept-Language` and `Accept-Encoding` are added where the request has none.
/// - It says `GET` for `get`, and so on for the methods it knows: such a method is refused as `.other`, and so are a body
///   on GET or HEAD, a field that would break the message, and a URL that Foundation would change.
///
/// On Apple platforms CFNetwork may send an idempotent request again when a connection used before turns out to be dead
/// (RFC 9110 §9.2.2). FoundationNetworking, on Linux, does so whatever the request, and leaves the body out; hence only
/// safe requests without a body share connections there, and every other one gets a connection of its own. There, too:
/// - Three kinds of rare or broken responses end the process (6.3): a head that is cut off, trailers, and a `Location`
///   that is an IPv6 address without a scheme.
/// - A host that is an IPv6 address, and a path with dot segments, are refused as `.other`.
/// - The content of a redirect that leads nowhere is lost, which fails as `.other`; that of any other redirect comes whole
///   before the limit is looked at.
/// - A response with a field that is not UTF-8 fails as `.connectionLost`.
/// - Requests without a body say `Content-Length: 0`, unless they are GET or HEAD; field names come with capitals.
///
/// `Tests/URLSessionTransportTests` has a test for each of these faults.
public final class URLSessionTransport: Transport {
    private let pool: TransferSession
    #if canImport(FoundationNetworking)
    /// For requests that must not be sent again, each of which closes its connection.
    private let oneShots: TransferSession
    #endif

    /// A transport with connections of its own.
    ///
    /// - Parameters:
    ///   - idleTimeout: How long nothing may arrive or leave before the transfer fails as `.timeout`, in whole seconds,
    ///     rounded up; waiting for a connection counts. The whole call is limited by the endpoint's `Timeout`.
    ///   - connectionsPerHost: How many HTTP/1.1 connections one host gets; requests beyond wait their turn.
    public init(idleTimeout: Duration = .seconds(60), connectionsPerHost: Int = 6) {
        pool = TransferSession(idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost)
        #if canImport(FoundationNetworking)
        oneShots = TransferSession(idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost)
        #endif
    }

    /// Sends one request and gives its response, whatever the status.
    ///
    /// Throws `.unreadableBody` where the body's file can't be read and `.other` where URLSession can't send the request
    /// as it is, both before anything is sent.
    public func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw TransportError(.cancelled) }
        var message = try URLRequest(request)
        let upload = try await Upload(request.body)
        #if canImport(FoundationNetworking)
        let isResendable = request.method.isSafe && upload == nil
        if !isResendable { message.setValue("close", forHTTPHeaderField: "Connection") }
        let session = isResendable ? pool : oneShots
        #else
        let session = pool
        #endif
        let transfer = Transfer(request, exchange, uploadSize: upload?.size)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.start(reportingTo: continuation) { session.task(message, upload, for: transfer) }
            }
        } onCancel: {
            transfer.cancel()
        }
        return try outcome.get()
    }
}

extension URLSessionTransport: CustomReflectable {
    /// Shows nothing: there are locks in it, which nothing may walk into that prints a value by its parts.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
