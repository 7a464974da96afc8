import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Locking
import TestSupport
import Testing

/// Says when nobody holds it any more, as a transfer does that is closed then.
private final class Held: Sendable {
    let chunk = Data?.none
    private let number: Int
    private let lines: Lines

    init(_ number: Int, _ lines: Lines) {
        self.number = number
        self.lines = lines
    }

    deinit { lines.append("gone \(number)") }
}

@Suite(.timeLimit(.minutes(1))) struct RetryTests {
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 1000))

    /// Answers one after the other; the last one for good.
    private static func stub(_ answers: Result<HTTPResponse, TransportError>...) -> StubTransport {
        let count = Mutex(0)
        return StubTransport { _ throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count - 1
            }
            return try answers[min(number, answers.count - 1)].get()
        }
    }

    private static let busy = Result<HTTPResponse, TransportError>.success(HTTPResponse(status: 503))
    private static let fine = Result<HTTPResponse, TransportError>.success(HTTPResponse(status: 200))
    private static let lost = Result<HTTPResponse, TransportError>.failure(TransportError(.connectionLost))
    private static let get = Endpoint { GET("http://a.example/x") }

    @Test("The issue's own example reads as it was written, and its line says it all")
    func summary() {
        let rule = Retry(
            .idempotent.or(.status(429, 503)), upTo: 3, .exponential(from: .seconds(0.5), to: .seconds(30)))
        #expect(
            rule.summary
                == "retry up to 3 times: idempotent or status 429, 503; waits 0.5 s doubling to 30 s, jittered")
        #expect(Retry().summary == "retry up to 3 times: idempotent; waits 0.5 s doubling to 30 s, jittered")
        #expect(Retry(upTo: 5).summary.hasPrefix("retry up to 5 times: idempotent; "))
        #expect(
            Retry(.idempotent.and(!.status(500)), .none).summary
                == "retry up to 3 times: (idempotent) and (not (status 500)); waits no time")
        let other = Retry(
            .transport(.timeout, .connectionLost).and(.unsent), upTo: 1, .none, attemptTimeout: .seconds(2))
        #expect(
            other.summary
                == "retry once: (timed out or connection lost) and (unsent); waits no time; an attempt may take 2 s")
    }

    @Test("A failure that passes is not seen, and the history has every attempt")
    func passes() async throws {
        let stub = Self.stub(Self.lost, Self.busy, Self.fine)
        let lines = Lines()
        let client = Client(transport: stub, clock: clock) {
            Retry(upTo: 3, .constant(.seconds(10)))
            Mark<A>("inner", lines)
        }
        let events = Lines()
        let task = Task {
            await client.call(Self.get).outcome { event in
                if case .retrying(let wait, let reason) = event { events.append("\(wait) \(reason)") }
            }
        }
        for _ in 0..<2 {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(10))
        }
        let outcome = await task.value
        #expect((try? outcome.result.get().status) == 200)
        #expect(outcome.attempts.map(\.number) == [1, 2, 3])
        #expect(outcome.attempts.map { try? $0.outcome.get().code } == [nil, 503, 200])
        #expect(try outcome.result.get().attempts.count == 3)
        #expect(lines.all.filter { $0.hasPrefix("inner") } == ["inner>1", "inner>2", "inner>3"])
        #expect(events.all == ["10.0 seconds connection lost", "10.0 seconds 503 Service Unavailable"])
    }

    @Test("The last failure is delivered as it is, with the attempts in it")
    func delivered() async {
        struct Busy: Decodable, Sendable { let reason: String }
        let body = HTTPBody(#"{"reason":"full"}"#)
        let json: HTTPFields = [.contentType: "application/json"]
        let stub = Self.stub(.success(HTTPResponse(status: 503, fields: json, body: body)))
        let client = Client(transport: stub, clock: clock) { Retry(upTo: 2, .none) }
        let endpoint = Endpoint {
            GET("http://a.example/x"); Decode(Int.self); OnError(Busy.self)
        }
        guard case .failure(let failure) = await client.call(endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(failure.model?.reason == "full" && failure.attempts.count == 3)
        let down = Client(transport: Self.stub(Self.lost), clock: clock) { Retry(upTo: 2, .none) }
        guard case .failure(.transport(let error)) = await down.call(endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(error.kind == .connectionLost && error.attempts.map(\.number) == [1, 2, 3])
    }

    @Test("A POST is sent once, and as often as any with a key of its own, which stays the same")
    func keyed() async {
        let endpoint = Endpoint { POST("http://a.example/x") }
        let plain = Self.stub(Self.busy)
        _ = await Client(transport: plain, clock: clock) { Retry(upTo: 3, .none) }.call(endpoint).result
        #expect(plain.requests.count == 1)
        let keyed = Self.stub(Self.busy)
        let client = Client(transport: keyed, clock: clock) {
            Idempotency(randomness: .seeded(1))
            Retry(upTo: 3, .none)
        }
        _ = await client.call(endpoint).result
        _ = await client.call(endpoint).result
        let keys = keyed.requests.map { $0.fields[.idempotencyKey] }
        #expect(keys.count == 8 && Set(keys).count == 2 && Set(keys[..<4]).count == 1 && keys[0] != nil)
    }

    @Test("A wait that outlasts the deadline is not begun: the failure comes at once")
    func deadline() async {
        let client = Client(transport: Self.stub(Self.busy), clock: clock) { Retry(upTo: 3, .constant(.seconds(10))) }
        let outcome = await client.call(
            Endpoint {
                GET("http://a.example/x"); Timeout(.seconds(10))
            }
        ).outcome()
        #expect(outcome.response?.status == 503 && outcome.attempts.count == 1)
        #expect(clock.now.offset == .zero && clock.sleepers == 0)
    }

    @Test("The deadline ends what is tried, and nothing is tried after it")
    func deadlineWhileTrying() async throws {
        let gate = Gate()
        let stub = StubTransport { _ throws(TransportError) in
            await gate.pass()
            return HTTPResponse(status: 503)
        }
        let client = Client(transport: stub, clock: clock) { Retry(upTo: 3, .none) }
        let task = Task {
            await client.call(
                Endpoint {
                    GET("http://a.example/x"); Timeout(.seconds(5))
                }
            ).outcome()
        }
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        guard case .failure(.transport(let error)) = await task.value.result else {
            Issue.record("no timeout")
            return
        }
        #expect(error.kind == .timeout && stub.requests.count == 1)
    }

    @Test("An attempt that takes too long is given up and repeated")
    func attemptTimeout() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let stub = StubTransport { _ throws(TransportError) in
            if count.withLock({
                $0 += 1; return $0
            }) == 1 {
                await gate.pass()
            }
            return HTTPResponse(status: 200)
        }
        let client = Client(transport: stub, clock: clock) { Retry(upTo: 3, .none, attemptTimeout: .seconds(2)) }
        let task = Task { await client.call(Self.get).outcome() }
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let outcome = await task.value
        #expect((try? outcome.result.get().status) == 200)
        guard case .failure(let first)? = outcome.attempts.first?.outcome else {
            Issue.record("\(outcome.attempts)")
            return
        }
        #expect(first.kind == .timeout && outcome.attempts.count == 2)
    }

    @Test("Who cancels while it waits gets the cancellation, and nothing more is sent")
    func cancelled() async throws {
        let stub = Self.stub(Self.busy)
        let client = Client(transport: stub, clock: clock) { Retry(upTo: 3, .constant(.seconds(10))) }
        let task = Task { await client.call(Self.get).outcome() }
        try await clock.waitForSleepers()
        task.cancel()
        let outcome = await task.value
        #expect(outcome.isCancelled && outcome.attempts.count == 1 && stub.requests.count == 1)
        #expect(clock.sleepers == 0)
    }

    @Test(
        "Who cancels between two attempts is heard, with a wait or without",
        arguments: [Backoff.none, .constant(.seconds(3600))])
    func cancelledBetween(backoff: Backoff) async {
        let stub = Self.stub(Self.busy)
        let client = Client(transport: stub, clock: clock) { Retry(upTo: 3, backoff) }
        let outcome = await Task {
            await client.call(Self.get).outcome { event in
                if case .retrying = event { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(outcome.isCancelled && outcome.attempts.count == 1 && stub.requests.count == 1)
    }

    @Test("Who waits does not hold the stream of the response before")
    func droppedStream() async throws {
        let lines = Lines()
        let count = Mutex(0)
        let stub = StubTransport { _ throws(TransportError) in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            let held = Held(number, lines)
            let body = HTTPBody(ByteStream(start: { { held.chunk } }))
            return HTTPResponse(status: number == 1 ? 202 : 200, body: body)
        }
        let client = Client(transport: stub, clock: clock) { Retry(.status(202), upTo: 3, .constant(.seconds(1))) }
        let task = Task {
            try await client.send(
                Endpoint {
                    GET("http://a.example/x"); DecodeStream()
                })
        }
        try await clock.waitForSleepers()
        #expect(lines.all == ["gone 1"])
        clock.advance(by: .seconds(1))
        let stream = try await task.value
        #expect(lines.all == ["gone 1"])
        _ = stream
    }

    @Test("A plugin's own error and a refused response are not repeated")
    func ownErrors() async {
        struct Own: Error {}
        for error in [Own(), UnacceptableResponse(HTTPResponse(status: 503), "no"), PlanError([])] as [any Error] {
            let lines = Lines()
            let client = Client(transport: Self.stub(Self.fine), clock: clock) {
                Retry(RetryRule("always") { _ in true }, .none)
                Intercept { _, _, _ in
                    lines.append("asked")
                    throw error
                }
            }
            _ = await client.call(Self.get).result
            #expect(lines.all.count == 1)
        }
    }

    @Test("A client's, a group's and an endpoint's; each takes the place of the one outside, and can be left out")
    func places() async {
        let client = Client(transport: Self.stub(Self.busy), clock: clock) { Retry(upTo: 1, .none) }
        let group = EndpointGroup { Use(Retry(upTo: 2, .none)) }
        let ofGroup = group { GET("http://a.example/x") }
        let own = group {
            GET("http://a.example/x"); Use(Retry(upTo: 5, .none))
        }
        let without = group {
            GET("http://a.example/x"); Without(Retry.self)
        }
        var counts: [Int] = []
        for endpoint in [Self.get, ofGroup, own, without] {
            counts.append(await client.call(endpoint).outcome().attempts.count)
        }
        #expect(counts == [2, 3, 6, 1])
    }

    @Test("A source of numbers that says the same for ever gives a wait", arguments: [0, UInt64.max])
    func constantRandomness(number: UInt64) async throws {
        let client = Client(transport: Self.stub(Self.busy), clock: clock) {
            Retry(upTo: 1, .exponential(from: .seconds(1), to: .seconds(8)), randomness: Randomness { number })
        }
        let waits = Mutex<[Duration]>([])
        let task = Task {
            await client.call(Self.get).outcome { event in
                if case .retrying(let wait, _) = event { waits.withLock { $0.append(wait) } }
            }
        }
        if number > 0 {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        #expect(await task.value.attempts.count == 2)
        #expect(waits.withLock { $0.count == 1 && (.zero ... .seconds(1)).contains($0[0]) })
    }

    @Test("Waits are random, and the same for the same seed")
    func jitter() async throws {
        func waits(_ seed: UInt64) async throws -> [Duration] {
            let clock = ManualClock()
            let lines = Mutex<[Duration]>([])
            let client = Client(transport: Self.stub(Self.busy), clock: clock) {
                Retry(upTo: 3, .exponential(from: .seconds(1), to: .seconds(8)), randomness: .seeded(seed))
            }
            let task = Task {
                await client.call(Self.get).outcome { event in
                    if case .retrying(let wait, _) = event { lines.withLock { $0.append(wait) } }
                }
            }
            for _ in 0..<3 {
                try await clock.waitForSleepers()
                clock.advance(by: .seconds(8))
            }
            _ = await task.value
            return lines.withLock { $0 }
        }
        let first = try await waits(3)
        #expect(first.count == 3 && Set(first).count == 3)
        #expect(try await waits(3) == first)
        #expect(try await waits(4) != first)
        for (wait, ceiling) in zip(first, [1, 2, 4]) { #expect(wait <= .seconds(ceiling)) }
    }

    @Test("Settings and orders that can't be right are problems of the plan")
    func problems() {
        func problems(@PluginBuilder _ plugins: () -> [any Plugin]) -> [String] {
            Client(transport: Self.stub(Self.fine), plugins: plugins).plan(for: Self.get).problems.map(\.description)
        }
        #expect(problems { Retry() }.isEmpty)
        #expect(problems { Retry(upTo: 0) }.isEmpty)
        #expect(
            problems {
                Retry(); Retry()
            } == ["plugin 'Retry': it is there twice: list it once"])
        #expect(
            problems { Retry(upTo: -1) } == ["plugin 'Retry': upTo: -1 means nothing: give it a value that does"])
        #expect(problems { Retry(upTo: 3, .exponential(from: .seconds(5), to: .seconds(1))) }.count == 1)
        #expect(problems { Retry(upTo: 3, .constant(.seconds(-1))) }.count == 1)
        #expect(problems { Retry(attemptTimeout: .zero) }.count == 1)
        #expect(problems { Retry(retryAfterCap: .zero) }.isEmpty)
        #expect(
            problems { Retry(retryAfterCap: .seconds(-1)) } == [
                "plugin 'Retry': retryAfterCap: -1 s means nothing: give it a value that does"
            ])
        #expect(
            problems {
                Idempotency(); Idempotency()
            } == ["plugin 'Idempotency': it is there twice: list it once"])
        #expect(
            problems {
                Idempotency(); Retry()
            }.isEmpty)
        #expect(
            problems {
                Retry(); Idempotency()
            } == [
                "plugin 'Idempotency': it stands inside of what repeats requests, so that each attempt has another key: "
                    + "list it before"
            ])
        let joined = Endpoint {
            POST("http://a.example/x"); Use(Idempotency())
        }
        let plan = Client(transport: Self.stub(Self.fine)) { Retry() }.plan(for: joined)
        #expect(plan.problems.isEmpty && plan.plugins.first == "idempotency key")
        #expect(plan.changes.map(\.description) == ["Idempotency-Key: <a new UUID> (idempotency key)"])
    }
}
