import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite struct ExchangeTests {
    private enum Counter: ExchangeKey { static let defaultValue = 10 }
    private enum Label: ExchangeKey { static let defaultValue: String? = "default" }
    private enum Other: ExchangeKey { static let defaultValue = 20 }

    private let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200, body: HTTPBody("1234")) }

    private func run(
        _ endpoint: Endpoint<HTTPResponse, EndpointError<Never>> = Endpoint { GET("/x") },
        on base: String? = "http://a.example",
        events: (@Sendable (CallEvent) -> Void)? = nil,
        _ body: @escaping @Sendable (HTTPRequest, Exchange, Next) async throws -> HTTPResponse
    ) async -> CallOutcome<HTTPResponse, EndpointError<Never>> {
        await Client(base, transport: stub) { Intercept(body) }.call(endpoint).outcome(events: events)
    }

    @Test("A value that is replaced may use the exchange as it goes")
    func replaced() async {
        final class Reader: Sendable {
            let exchange: Exchange
            init(_ exchange: Exchange) { self.exchange = exchange }
            deinit { exchange[Counter.self] += 1 }
        }
        enum Held: ExchangeKey { static let defaultValue: Reader? = nil }
        _ = await run { request, exchange, next in
            exchange[Held.self] = Reader(exchange)
            exchange[Held.self] = nil
            #expect(exchange[Counter.self] == 11)
            return try await next(request)
        }
    }

    @Test("Typed values are shared by the plugins of one call, have defaults and are gone with the call")
    func values() async {
        for _ in 0..<2 {
            let outcome = await run { request, exchange, next in
                #expect(exchange[Counter.self] == 10 && exchange[Other.self] == 20)
                #expect(exchange[Label.self] == "default")
                exchange[Counter.self] += 1
                exchange[Label.self] = nil
                #expect(exchange[Label.self] == nil, "nil is a value")
                exchange[Label.self] = "set"
                #expect(exchange[Counter.self] == 11 && exchange[Other.self] == 20 && exchange[Label.self] == "set")
                return try await next(request, attempt: 2)
            }
            #expect((try? outcome.result.get()) != nil)
        }
        let client = Client("http://a.example", transport: stub) {
            Intercept { request, exchange, next in
                exchange[Counter.self] = 1
                return try await next(request, attempt: 2)
            }
            Intercept { request, exchange, next in
                #expect(exchange[Counter.self] == 1 && exchange.attempt == 2)
                exchange[Counter.self] = 2
                return try await next(request)
            }
        }
        #expect((try? await client.send(Endpoint { GET("/x") })) != nil)
    }

    @Test("The plan of an exchange has the client's base URL and all plugins; name and limit are at hand")
    func plan() async {
        let endpoint = Endpoint {
            GET("/x"); Name("n"); BodyLimit(1000)
        }
        let outcome = await run(endpoint) { request, exchange, next in
            #expect(exchange.plan.baseURL == "http://a.example")
            #expect(exchange.plan.plugins == ["intercept", "follow redirects, at most 20"])
            #expect(exchange.plan.responses.map(\.description) == ["200..<300 gives the response"])
            #expect(exchange.name == "n" && exchange.bodyLimit == 1000 && exchange.attempt == 1)
            #expect(!exchange.isObserved && exchange.attempts.isEmpty)
            let response = try await next(request)
            #expect(exchange.attempts.count == 1)
            return response
        }
        #expect((try? outcome.result.get()) != nil)
    }

    @Test("Those who listen hear of each step in order")
    func events() async {
        let lines = Lines()
        let endpoint = Endpoint {
            POST("/x"); Body(text: "ab")
        }
        let outcome = await run(endpoint, events: { lines.append(Self.text($0)) }) { request, exchange, next in
            #expect(exchange.isObserved)
            exchange.emit(.note("hello"))
            return try await next(request)
        }
        #expect((try? outcome.result.get()) != nil)
        #expect(
            lines.all == [
                "note hello", "sending POST http://a.example/x", "upload 2/2", "download 4/4", "finished 200",
            ])
    }

    private static func text(_ event: CallEvent) -> String {
        switch event {
        case .sending(let request): "sending \(request)"
        case .progress(let progress): "\(progress.direction) \(progress.completed)/\(progress.total ?? -1)"
        case .finished(let attempt): "finished \((try? attempt.outcome.get().code) ?? 0)"
        case .redirected(let url): "redirected \(url)"
        case .retrying(let wait, let reason): "retrying after \(wait): \(reason)"
        case .note(let text): "note \(text)"
        }
    }

    @Test("An error of a plugin's own is a transport failure of kind plugin, with the error below")
    func ownError() async {
        struct Own: Error {}
        let outcome = await run { _, _, _ in throw Own() }
        guard case .failure(.transport(let error)) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(error.kind == .plugin && error.underlying is Own && !error.isSafeToRetry)
        #expect(outcome.response == nil && !outcome.isCancelled)
    }

    @Test("Errors that have a meaning keep it")
    func knownErrors() async {
        let transport = await run { _, _, _ in throw TransportError(.tls, "x") }
        if case .failure(.transport(let error)) = transport.result {
            #expect(error.kind == .tls && error.isSafeToRetry)
        } else {
            Issue.record("\(transport.result)")
        }
        let problem = PlanProblem(.plugin, reason: "x")
        let plan = await run { _, _, _ in throw PlanError([problem]) }
        if case .failure(.invalid(let error)) = plan.result {
            #expect(error.problems == [problem])
        } else {
            Issue.record("\(plan.result)")
        }
        let refused = await run { request, _, next in throw UnacceptableResponse(try await next(request), "no") }
        if case .failure(.unexpected(let response, "no")) = refused.result {
            #expect(response.text == "1234")
            #expect(refused.response == response, "it came")
        } else {
            Issue.record("\(refused.result)")
        }
        for cancelled in [CancellationError() as any Error, TransportError(.cancelled)] {
            let outcome = await run { _, _, _ in throw cancelled }
            #expect(outcome.isCancelled)
            if case .failure(.cancelled) = outcome.result {} else { Issue.record("\(outcome.result)") }
        }
    }

    @Test("A response without a URL gets the request's, and a stub's own is kept")
    func url() async throws {
        let outcome = await run { request, _, next in try await next(request) }
        #expect(try outcome.result.get().url?.string == "http://a.example/x")
    }
}
