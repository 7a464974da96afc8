import ApusCore
import LoopbackServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a check works with: the transport, a server to point it at, and ways to send.
struct ConformanceRig: Sendable {
    let server: LoopbackServer
    private let transport: any Transport

    init(_ transport: any Transport) throws {
        server = try LoopbackServer()
        self.transport = transport
    }

    /// A request to the server.
    func request(
        _ method: HTTPMethod = .get, _ target: String, fields: HTTPFields = [:], body: HTTPBody? = nil
    ) throws -> HTTPRequest {
        try HTTPRequest(method: method, url: url(server.url + target), fields: fields, body: body)
    }

    /// The URL of a text that is one.
    func url(_ text: String) throws -> RequestURL {
        guard let url = RequestURL(text) else { throw ConformanceFailure("the check's own URL is wrong: \(text)") }
        return url
    }

    /// Hands the request to the transport as it is and tells what came of it.
    func outcome(
        of request: HTTPRequest, limit: Int = RequestPlan.defaultBodyLimit, cancelled: Bool = false,
        events: (@Sendable (CallEvent) -> Void)? = nil
    ) async -> Result<HTTPResponse, TransportError> {
        var plan = RequestPlan()
        plan.bodyLimit = limit
        let endpoint = Endpoint(
            plan: plan, values: [ResponseRow(.any, model: "response") { $0 }], errors: [ResponseRow<Never>]())
        let client = Client(server.url, transport: transport) {
            Handover(request: request, transport: transport, isCancelled: cancelled)
        }
        switch await client.call(endpoint).outcome(events: events).result {
        case .success(let response): return .success(response)
        case .failure(.transport(let error)): return .failure(error)
        case .failure(.cancelled): return .failure(TransportError(.cancelled))
        case .failure(let error): return .failure(TransportError(.other, "\(error)"))
        }
    }

    /// The response to a request that must have one.
    func response(to request: HTTPRequest, limit: Int = RequestPlan.defaultBodyLimit) async throws -> HTTPResponse {
        switch await outcome(of: request, limit: limit) {
        case .success(let response): return response
        case .failure(let error): throw ConformanceFailure("\(request.method) gave no response: \(error)")
        }
    }

    /// The failure of a request that must fail in one of the kinds.
    @discardableResult
    func failure(
        _ kinds: TransportError.Kind..., of request: HTTPRequest, limit: Int = RequestPlan.defaultBodyLimit
    ) async throws -> TransportError {
        let expected = kinds.map(\.rawValue).joined(separator: " or ")
        switch await outcome(of: request, limit: limit) {
        case .success(let response): throw ConformanceFailure("it gave \(response) instead of '\(expected)'")
        case .failure(let error):
            try expect(kinds.contains(error.kind), "it failed with '\(error)' instead of '\(expected)'")
            return error
        }
    }

    /// The one request that the server got.
    func onlyRequest() throws -> ReceivedRequest {
        let received = server.received
        guard let request = received.first, received.count == 1 else {
            throw ConformanceFailure("the server got \(received.count) requests instead of one")
        }
        return request
    }
}

/// Throws a failure with the reason unless the condition holds.
func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw ConformanceFailure(reason()) }
}

/// Throws a failure unless both are equal.
func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws {
    try expect(value == expected, "\(what) is \(value) instead of \(expected)")
}

/// Gives a request to the transport past the plan's rules and the chain's, which is how a check has its way.
private struct Handover: Plugin {
    let request: HTTPRequest
    let transport: any Transport
    let isCancelled: Bool

    var summary: String { "hand over" }

    func intercept(_: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        guard isCancelled else { return try await transport.send(request, exchange) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(request, exchange)
        }
        return try await task.value
    }
}
