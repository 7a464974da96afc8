import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Locking
import TestSupport
import Testing

/// Hears how calls end and does with it what the test says.
private struct Observer: CallObserver {
    let summary: String
    let hear: @Sendable (CallEnd) async throws -> Void

    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }

    func callEnded(_ end: CallEnd) async throws { try await hear(end) }
}

private struct Oops: Decodable, Error, Equatable { let code: Int }
private struct Other: Error {}

@Suite(.timeLimit(.minutes(1))) struct CallObserverTests {
    private let lines = Lines()
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 1000))
    private static let endpoint = Endpoint {
        GET("http://a.example/x"); Name("x.show"); Decode([Int].self); OnError(Oops.self)
    }

    private func client(
        _ status: HTTPStatus, _ body: String, _ hear: @escaping @Sendable (CallEnd) async throws -> Void
    ) -> Client {
        let stub = StubTransport { _ throws(TransportError) in
            HTTPResponse(status: status, fields: [.contentType: "application/json"], body: HTTPBody(body))
        }
        return Client(transport: stub, clock: clock) { Observer(summary: "observer", hear: hear) }
    }

    @Test(
        "Hears of a success, of a declared error and of a body that does not decode, each once",
        arguments: [
            (200, "[1]", "x.show 200 nil 1"), (404, "{\"code\":7}", "x.show 404 response 1"),
            (200, "{}", "x.show 200 decoding 1"), (500, "?", "x.show 500 unexpected 1"),
        ])
    func hears(code: Int, body: String, line: String) async {
        let lines = lines
        let client = client(HTTPStatus(code), body) { end in
            let kind = (end.failure as? EndpointError<Oops>).map { "\($0)".isEmpty ? "" : Self.kind($0) }
            lines.append("\(end.name ?? "") \(end.response?.status.code ?? 0) \(kind ?? "nil") \(end.attempts.count)")
            #expect(end.date == Date(timeIntervalSince1970: 1000) && !end.isCancelled)
        }
        _ = await client.call(Self.endpoint).result
        #expect(lines.all == [line])
    }

    private static func kind(_ error: EndpointError<Oops>) -> String {
        switch error {
        case .response: "response"
        case .unexpected: "unexpected"
        case .decoding: "decoding"
        case .transport: "transport"
        case .invalid: "invalid"
        case .cancelled: "cancelled"
        }
    }

    @Test("Hears of what was never sent, and of a cancelled call")
    func neverSent() async {
        let lines = lines
        let client = client(200, "[]") { lines.append("\($0.failure.map { "\($0)" } ?? "") \($0.isCancelled)") }
        _ = await client.call(
            Endpoint {
                GET("/x"); Decode([Int].self); OnError(Oops.self)
            }
        ).result
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.call(Self.endpoint).outcome()
        }
        #expect(await task.value.isCancelled)
        #expect(lines.all.map { $0.hasSuffix("true") } == [false, true])
        #expect(lines.all.first?.hasPrefix("base URL") == true)
    }

    @Test("What it throws takes the place of the failure, of the endpoint's own type where it is one")
    func maps() async {
        let rethrown = await client(404, "{\"code\":7}") { if let failure = $0.failure { throw failure } }
            .call(Self.endpoint).result
        guard case .failure(.response(Oops(code: 7), _)) = rethrown else {
            Issue.record("\(rethrown)")
            return
        }
        let own = await client(404, "{\"code\":7}") { _ in throw Other() }.call(Self.endpoint).outcome()
        guard case .failure(.transport(let error)) = own.result else {
            Issue.record("\(own.result)")
            return
        }
        #expect(error.underlying is Other && error.attempts.count == 1)
        let mapped = await client(500, "?") { _ in throw Oops(code: 3) }
            .call(Self.endpoint.mapError { $0.model ?? Oops(code: 0) }).result
        #expect(mapped == .failure(Oops(code: 3)))
    }

    @Test("The innermost hears first, and those further out hear what it made of the end")
    func order() async {
        let lines = lines
        let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 500) }
        let client = Client(transport: stub) {
            Observer(summary: "outer") { lines.append("outer \($0.failure is Oops)") }
            Observer(summary: "inner") { end in
                lines.append("inner \(end.failure is Oops)")
                throw Oops(code: 2)
            }
        }
        let endpoint = Endpoint { GET("http://a.example/x") }.mapError { _ in Oops(code: 1) }
        #expect(await client.call(endpoint).outcome().result == .failure(Oops(code: 2)))
        #expect(lines.all == ["inner true", "outer true"])
    }

    @Test("The history of attempts stands in the response, in the failure, and makes no difference to equality")
    func history() async throws {
        let endpoint = Endpoint { GET("http://a.example/x") }
        let fine = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }
        let response: HTTPResponse = try await Client(transport: fine).send(endpoint)
        #expect(response.attempts.map(\.number) == [1])
        #expect(response == HTTPResponse(status: 200, url: response.url))
        let broken = StubTransport { _ throws(TransportError) in throw TransportError(.connectionLost) }
        guard case .failure(let failure) = await Client(transport: broken).call(endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(failure.attempts.count == 1)
        let missing = StubTransport { _ throws(TransportError) in HTTPResponse(status: 404) }
        guard case .failure(let unexpected) = await Client(transport: missing).call(endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(unexpected.attempts.map { try? $0.outcome.get().code } == [404])
    }
}
