import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TimeLimitTests {
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 50))
    private let gate = Gate()

    @Test("A limit of a plugin's own ends the rest of the chain, and the plugin can go on")
    func within() async throws {
        let clock = clock
        let gate = gate
        let stub = StubTransport { request throws(TransportError) in
            if request.url.path == "/slow" { await gate.pass() }
            return HTTPResponse(status: 200)
        }
        let plugin = Intercept { request, exchange, next in
            do {
                return try await next(request, within: .seconds(2))
            } catch let error as TransportError {
                #expect(error.kind == .timeout && error.detail == "the request was not done within 2 s")
                var other = request
                other.url = try #require(RequestURL("http://a.example/fast"))
                return try await next(other, attempt: 2, within: .seconds(2))
            }
        }
        let client = Client(transport: stub, clock: clock) { plugin }
        async let outcome = client.call(Endpoint { GET("http://a.example/slow") }).outcome()
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let ended = await outcome
        #expect((try? ended.result.get().status) == 200)
        #expect(ended.attempts.map(\.number) == [1, 2])
        #expect(clock.sleepers == 0)
    }

    @Test("The time left is that of the limit that ends first, never below zero, and none without a limit")
    func timeLeft() async throws {
        let clock = clock
        let lines = Lines()
        let outer = Intercept { request, exchange, next in
            lines.append("\(exchange.timeLeft.map { "\($0)" } ?? "none")")
            return try await next(request, within: .seconds(4))
        }
        let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }
        struct Inner: Plugin {
            let lines: Lines
            let clock: ManualClock
            var summary: String { "inner" }
            func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
                clock.advance(by: .seconds(1))
                lines.append("\(exchange.timeLeft.map { "\($0)" } ?? "none") \(exchange.date.timeIntervalSince1970)")
                lines.append("\(exchange.url)")
                return try await next(request)
            }
        }
        let client = Client(transport: stub, clock: clock) {
            outer
            Inner(lines: lines, clock: clock)
        }
        _ = try await client.send(Endpoint { GET("http://a.example/x") })
        _ = try await client.send(
            Endpoint {
                GET("http://a.example/x"); Timeout(.seconds(3))
            })
        #expect(
            lines.all == [
                "none", "3.0 seconds 51.0", "http://a.example/x", "3.0 seconds", "2.0 seconds 52.0",
                "http://a.example/x",
            ])
    }

    @Test("Seeded numbers repeat, and other seeds give others")
    func randomness() {
        func numbers(_ seed: UInt64) -> [UInt64] {
            let randomness = Randomness.seeded(seed)
            return (0..<4).map { _ in randomness.next() }
        }
        #expect(numbers(1) == numbers(1) && numbers(1) != numbers(2))
        #expect(Set((0..<100).map { _ in Randomness.system.next() }).count == 100)
    }
}
