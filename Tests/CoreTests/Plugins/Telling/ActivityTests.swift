import ApusCore
import ApusDSL
import ApusTesting
import Dispatch
import TestSupport
import Testing

/// Says when nobody holds it any more.
private final class LastWord: Sendable {
    private let say: @Sendable () -> Void

    init(_ say: @escaping @Sendable () -> Void) { self.say = say }

    deinit { say() }
}

@Suite(.timeLimit(.minutes(1))) struct ActivityTests {
    private let told = Lines()
    private let gate = Gate()
    private let queue = DispatchQueue(label: "test.activity", attributes: .concurrent)
    private let clock = ManualClock()
    private static let endpoint = Endpoint { GET("http://a.example/x") }

    private func activity(after threshold: Duration = .zero) -> (Activity, AsyncStream<Bool>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        return (
            Activity(on: queue, after: threshold) { [told] in
                told.append("\($0)")
                continuation.yield($0)
            }, stream
        )
    }

    private func client(_ plugins: any Plugin...) -> Client {
        let gate = gate
        return Client(
            transport: StubTransport { _ throws(TransportError) in
                await gate.pass()
                return HTTPResponse(status: 200)
            }, clock: clock
        ) { plugins }
    }

    @Test("It begins with the first call and ends with the last, over all clients that share the value")
    func overlapping() async {
        let (activity, stream) = activity()
        let first = client(activity)
        let copy = activity
        let second = client(copy)
        let calls = [first, second, first].map { client in Task { await client.call(Self.endpoint).result } }
        await gate.waitForArrivals(3)
        gate.open()
        for call in calls { _ = await call.value }
        var values = stream.makeAsyncIterator()
        #expect(await values.next() == true)
        #expect(await values.next() == false)
        #expect(told.all == ["true", "false"])
    }

    @Test("Failed and cancelled calls end as well")
    func ends() async {
        let (activity, stream) = activity()
        var values = stream.makeAsyncIterator()
        let failing = Client(
            transport: StubTransport { _ throws(TransportError) in throw TransportError(.tls) }
        ) { activity }
        _ = await failing.call(Self.endpoint).result
        #expect(await values.next() == true)
        #expect(await values.next() == false)
        let held = client(activity)
        let task = Task { await held.call(Self.endpoint).outcome() }
        await gate.waitForArrivals()
        task.cancel()
        #expect(await task.value.isCancelled)
        #expect(await values.next() == true)
        #expect(await values.next() == false)
    }

    @Test("A call counts once it has lasted for the threshold; a shorter one is silent")
    func threshold() async throws {
        let (activity, stream) = activity(after: .milliseconds(200))
        let client = client(activity)
        var values = stream.makeAsyncIterator()
        let short = Task { await client.call(Self.endpoint).result }
        await gate.waitForArrivals(1)
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(199))
        short.cancel()
        _ = await short.value
        let long = Task { await client.call(Self.endpoint).result }
        await gate.waitForArrivals(2)
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        #expect(await values.next() == true)
        gate.open()
        _ = await long.value
        #expect(await values.next() == false)
        #expect(told.all == ["true", "false"])
    }

    @Test("Thousands of calls at once: told by turns, true first, false last")
    func many() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        await manyCalls(LastWord { continuation.finish() })
        for await _ in stream {}
        let all = told.all
        #expect(all.indices.allSatisfy { all[$0] == ($0.isMultiple(of: 2) ? "true" : "false") })
        #expect(all.last == "false")
    }

    /// Nobody holds the activity's closure, and with it the last word, once all was told.
    private func manyCalls(_ last: LastWord) async {
        let activity = Activity(on: queue) { [told] isActive in
            withExtendedLifetime(last) { told.append("\(isActive)") }
        }
        let client = Client(transport: StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }) {
            activity
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10_000 {
                group.addTask { _ = await client.call(Self.endpoint).result }
            }
        }
    }

    @Test("Inside of a retry, or with a negative threshold, it is a problem; printing one ends no process")
    func problems() {
        let activity = Activity(after: .seconds(-1)) { _ in }
        let plan = client(Retry(), activity).plan(for: Self.endpoint)
        let words = plan.problems.map(\.description)
        #expect(words.count == 2)
        #expect(words.first?.contains("list it before") == true)
        #expect(Printed.everything(of: activity).contains("activity of calls longer than"))
        let joined = client(Retry()).plan(
            for: Endpoint {
                GET("http://a.example/x"); Use(Activity(after: .seconds(1)) { _ in })
            })
        #expect(joined.plugins.first == "activity of calls longer than 1 s" && joined.problems.isEmpty)
    }
}
