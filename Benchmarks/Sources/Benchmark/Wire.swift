import AllocationCount
import Apus

/// From a declaration to the request as it goes to a transport: `wire declaration|request|call|by-hand`.
///
/// Each way ends somewhere else: at the endpoint, at the request that its plan describes, at the response of a call whose
/// transport answers at once, and at a `URLRequest`.
enum Wire {
    private static let search = Search()
    private static let client = Client(Search.server, transport: NoContent())

    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 1 else { throw Misuse() }
        let shown = try search.urlRequest().url?.absoluteString
        guard try client.plan(for: search.endpoint()).request().url.string == shown else { throw Difference() }

        switch arguments[0] {
        case "declaration":
            try await measure { for _ in 0..<$0 { keep(search.endpoint()) } }
        case "request":
            try await measure { for _ in 0..<$0 { keep(try client.plan(for: search.endpoint()).request()) } }
        case "call":
            try await measure { for _ in 0..<$0 { keep(try await client.send(search.endpoint())) } }
        case "by-hand":
            try await measure { for _ in 0..<$0 { keep(try search.urlRequest()) } }
        default: throw Misuse()
        }
    }

    /// The fastest of many short runs is the one that nothing else got in the way of.
    private static func measure(_ make: (Int) async throws -> Void) async throws {
        try await make(1000)
        let counted = 100
        allocation_count_begin()
        try await make(counted)
        let allocations = allocation_count_end()

        let batch = 200
        var fastest = Duration.seconds(60)
        let end = ContinuousClock.now + .milliseconds(250)
        repeat {
            let start = ContinuousClock.now
            try await make(batch)
            fastest = min(fastest, ContinuousClock.now - start)
        } while ContinuousClock.now < end
        var report = Report()
        report["ns"] = fastest / .nanoseconds(batch)
        report["allocations"] = Double(allocations) / Double(counted)
        report.print()
    }

    /// Something made counts as used.
    @inline(never)
    private static func keep<Value>(_ value: Value) {}
}

/// Answers at once, so that a call costs what the library makes of it.
private struct NoContent: Transport {
    func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        HTTPResponse(status: 204)
    }
}

/// The two ways to make the request do not make the same one.
private struct Difference: Error {}
