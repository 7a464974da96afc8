import ApusCore
import ApusDSL
import ApusTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeadlineTests {
    private static let endpoint = Endpoint {
        GET("http://a.example/x"); Timeout(.milliseconds(1500))
    }
    private let clock = ManualClock()
    private let gate = Gate()

    private static func expectTimeout<Model>(_ outcome: CallOutcome<HTTPResponse, EndpointError<Model>>) {
        guard case .failure(.transport(let error)) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(error.kind == .timeout && !error.isSafeToRetry)
        #expect(error.detail == "the call was not done within 1.5 s")
        #expect(!outcome.isCancelled)
    }

    @Test("The deadline ends a call that is not done, and cancels the transfer")
    func fires() async throws {
        let stub = StubTransport { _ throws(TransportError) in
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        let client = Client(transport: stub, clock: clock)
        async let outcome = client.call(Self.endpoint).outcome()
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(1499))
        #expect(gate.cancelled == 0)
        clock.advance(by: .milliseconds(1))
        Self.expectTimeout(await outcome)
        #expect(gate.cancelled == 1)
        #expect(await outcome.attempts.count == 1)
        #expect(clock.sleepers == 0)
    }

    @Test("A call that is done in time leaves nobody asleep")
    func doesNotFire() async throws {
        let stub = StubTransport { _ throws(TransportError) in
            clock.advance(by: .milliseconds(1499))
            return HTTPResponse(status: 200)
        }
        let response: HTTPResponse = try await Client(transport: stub, clock: clock).send(Self.endpoint)
        #expect(response.status == 200)
        #expect(clock.sleepers == 0)
    }

    @Test("A failure in time is that failure")
    func failure() async {
        let stub = StubTransport { _ throws(TransportError) in throw TransportError(.tls) }
        let result = await Client(transport: stub, clock: clock).call(Self.endpoint).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .tls && clock.sleepers == 0)
    }

    @Test("Redirects, waiting plugins and attempts all count")
    func covers() async throws {
        let stub = StubTransport { request throws(TransportError) in
            HTTPResponse(status: 307, fields: ["Location": "/\(request.url.path)x"])
        }
        let client = Client(transport: stub, clock: clock) {
            FollowRedirects(limit: 100)
            Intercept { request, exchange, next in
                let response = try await next(request)
                try await exchange.clock.sleep(for: .seconds(1))
                return response
            }
        }
        async let outcome = client.call(Self.endpoint).outcome()
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        try await clock.waitForSleepers(2)
        #expect(stub.requests.count == 2)
        clock.advance(by: .milliseconds(500))
        Self.expectTimeout(await outcome)
        #expect(stub.requests.count == 2)
    }

    @Test("Plugins and the history see a deadline as what it is, not as a cancellation")
    func seenByPlugins() async throws {
        let lines = Lines()
        let stub = StubTransport { _ throws(TransportError) in
            await gate.pass()
            throw TransportError(.cancelled)
        }
        let client = Client(transport: stub, clock: clock) { Log(to: { lines.append($0) }) }
        async let outcome = client.call(Self.endpoint).outcome()
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let attempts = await outcome.attempts
        guard case .failure(let error)? = attempts.first?.outcome else {
            Issue.record("\(attempts)")
            return
        }
        #expect(error.kind == .timeout)
        #expect(lines.all.count == 1 && lines.all[0].contains("-> timed out: the call was not done within"))
    }

    @Test("Cancelling the task before the deadline is cancellation")
    func cancelled() async {
        let stub = StubTransport { _ throws(TransportError) in
            await gate.pass()
            throw TransportError(.connectionLost)
        }
        let client = Client(transport: stub, clock: clock)
        let task = Task { await client.call(Self.endpoint).outcome() }
        await gate.waitForArrivals()
        task.cancel()
        #expect(await task.value.isCancelled)
        #expect(clock.sleepers == 0)
    }

    @Test(
        "The longest deadlines there are do not trap",
        arguments: [
            Duration.seconds(Int64.max), .seconds(1_000_000_000_000), .nanoseconds(Int64.max),
        ])
    func longest(_ timeout: Duration) async throws {
        let stub = StubTransport { _ throws(TransportError) in
            for _ in 0..<100 { await Task.yield() }
            return HTTPResponse(status: 200)
        }
        let response: HTTPResponse = try await Client(transport: stub).send(
            Endpoint {
                GET("http://a.example/x"); Timeout(timeout)
            })
        #expect(response.status == 200)
    }
}
