/// Performs one hop: sends a request and gives its response. It knows no policy.
///
/// Choose one by platform: `import Apus` picks it. Write one for another HTTP library, or to answer calls without a
/// network; the conformance suite of `ApusTesting` says what is expected of it.
///
/// A transport follows no redirect, keeps no cookie, caches nothing, retries nothing and answers no challenge. It sends
/// `request.url.string` byte for byte, writes `Host` and the framing fields itself, decodes the content codings it asked
/// for, and collects at most `exchange.bodyLimit` bytes, else throws `.tooLarge`. Whatever status comes is a response.
/// Where `exchange.streamsBody(after:)` says so, it returns with the head and gives the body as a ``ByteStream``, if it can.
/// When its task is cancelled it closes the transfer and throws `.cancelled`; cancelled before, it sends nothing. Where
/// `exchange.isObserved`, it emits `.progress` as bytes go by.
///
///     struct Pipe: Transport {
///         func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
///             HTTPResponse(status: 200, body: HTTPBody("pong"))
///         }
///     }
public protocol Transport: Sendable {
    /// Sends one request and gives its response, whatever the status; throws where there is none.
    func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse
}
