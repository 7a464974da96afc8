import ApusCore
import ApusCurl
import Testing

/// Sends one request with a transport and tells what came of it.
func outcome(
    of request: HTTPRequest, by transport: CurlTransport, limit: Int = RequestPlan.defaultBodyLimit,
    events: (@Sendable (CallEvent) -> Void)? = nil
) async -> Result<HTTPResponse, TransportError> {
    var plan = RequestPlan()
    plan.bodyLimit = limit
    let endpoint = Endpoint(
        plan: plan, values: [ResponseRow(.any, model: "response") { $0 }], errors: [ResponseRow<Never>]())
    let client = Client("http://127.0.0.1", transport: transport) { Handover(request: request, transport: transport) }
    switch await client.call(endpoint).outcome(events: events).result {
    case .success(let response): return .success(response)
    case .failure(.transport(let error)): return .failure(error)
    case .failure(.cancelled): return .failure(TransportError(.cancelled))
    case .failure(let error): return .failure(TransportError(.other, "\(error)"))
    }
}

/// The error of a request that has to fail; nil where it gave a response.
func failure(of request: HTTPRequest, by transport: CurlTransport, limit: Int = RequestPlan.defaultBodyLimit) async
    -> TransportError?
{
    guard case .failure(let error) = await outcome(of: request, by: transport, limit: limit) else { return nil }
    return error
}

/// A request to a URL that is one.
func request(
    _ method: HTTPMethod = .get, _ url: String, fields: HTTPFields = [:], body: HTTPBody? = nil
) throws -> HTTPRequest {
    HTTPRequest(method: method, url: try #require(RequestURL(url)), fields: fields, body: body)
}

/// A transport with options that differ from the defaults, and with more time to connect: beside many other tests, and under
/// a sanitizer, a peer can take longer than one may by default.
func transport(_ change: (inout CurlTransport.Options) -> Void = { _ in }) -> CurlTransport {
    var options = CurlTransport.Options()
    options.connectTimeout = .seconds(60)
    change(&options)
    return CurlTransport(options)
}

/// Gives a request to the transport past the plan's rules.
private struct Handover: Plugin {
    let request: HTTPRequest
    let transport: CurlTransport
    var summary: String { "hand over" }

    func intercept(_: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await transport.send(request, exchange)
    }
}
