import ApusCore
import ApusDSL
import ApusTesting
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallbackTests {
    private typealias Outcome = CallOutcome<String, EndpointError<Never>>

    private static let endpoint = Endpoint {
        GET("http://a.example/x"); DecodeText()
    }
    private static let key = DispatchSpecificKey<String>()

    private let gate = Gate()
    private let queue = DispatchQueue(label: "test")

    private func client(waiting: Bool = false) -> Client {
        Client(
            transport: StubTransport { _ throws(TransportError) in
                if waiting { await gate.pass() }
                return HTTPResponse(status: 200, body: HTTPBody("x"))
            })
    }

    /// Waits until everything that is on the queue now has run.
    private func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private static func word(_ result: Result<String, EndpointError<Never>>) -> String { Answers.word(result) }

    @Test("The handler gets the result once, on the queue given", arguments: [true, false])
    func delivery(withProgress: Bool) async {
        queue.setSpecific(key: Self.key, value: "mine")
        let lines = Lines()
        let note: @Sendable (String) -> Void = { [queue] text in
            dispatchPrecondition(condition: .onQueue(queue))
            lines.append("\(text) \(DispatchQueue.getSpecific(key: Self.key) ?? "")")
        }
        var progress: (@Sendable (TransferProgress) -> Void)?
        if withProgress { progress = { note("\($0.direction) \($0.completed)/\($0.total ?? -1)") } }
        let listener = progress
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            client().send(Self.endpoint, on: queue, progress: listener) { result in
                note(Self.word(result))
                continuation.resume()
            }
        }
        await drain()
        let events = withProgress ? ["download 1/1 mine"] : []
        #expect(lines.all == events + ["value x mine"])
    }

    @Test("On a concurrent queue too, events come in order, one at a time, and before the handler")
    func concurrentQueue() async {
        for _ in 0..<200 {
            let lines = Lines()
            let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200, body: HTTPBody("x")) }
            let client = Client(transport: stub) {
                Intercept { request, exchange, next in
                    for number in 0..<20 { exchange.emit(.note("\(number)")) }
                    return try await next(request)
                }
            }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                client.call(Self.endpoint).start(
                    on: .global(),
                    events: { event in
                        guard case .note(let text) = event else { return }
                        lines.append("begin \(text)")
                        lines.append("end \(text)")
                    },
                    handler: { _ in
                        lines.append("handler")
                        continuation.resume()
                    })
            }
            #expect(lines.all == (0..<20).flatMap { ["begin \($0)", "end \($0)"] } + ["handler"])
        }
    }

    @Test("Cancelled at once, a call is cancelled and gives nothing else")
    func cancelAtOnce() async {
        let lines = Lines()
        queue.suspend()
        let handle = client().call(Self.endpoint).start(on: queue) { outcome in
            lines.append("\(Self.word(outcome.result)) \(outcome.isCancelled) \(outcome.attempts.count)")
        }
        handle.cancel()
        queue.resume()
        await drain()
        await drain()
        #expect(lines.all == ["cancelled true 0"])
    }

    @Test("Cancelled during the transfer, a call is cancelled, the transfer closed, and nothing is told after")
    func cancelDuring() async {
        let lines = Lines()
        let handle = client(waiting: true).call(Self.endpoint).start(
            on: queue, events: { _ in lines.append("event") },
            handler: { lines.append(Self.word($0.result)) })
        await gate.waitForArrivals()
        await drain()
        handle.cancel()
        handle.cancel()
        await drain()
        await drain()
        #expect(lines.all == ["event", "cancelled"])
        gate.open()
        await drain()
        #expect(lines.all == ["event", "cancelled"])
    }

    @Test("A value that is queued already is not delivered after cancel has returned")
    func cancelQueued() async {
        for _ in 0..<50 {
            let lines = Lines()
            let isDone = Gate()
            let call = client().call(
                Self.endpoint.map { value in
                    Task { await isDone.pass() }
                    return value
                })
            queue.suspend()
            let handle = call.start(
                on: queue, events: { _ in lines.append("event") }, handler: { lines.append(Self.word($0.result)) })
            await isDone.waitForArrivals()
            for _ in 0..<10 { await Task.yield() }
            handle.cancel()
            isDone.open()
            queue.resume()
            await drain()
            await drain()
            #expect(lines.all == ["cancelled"])
        }
    }

    @Test("Cancelling from within the handler or after it changes nothing")
    func cancelFromHandler() async {
        let lines = Lines()
        let handles = Mutex<[Cancellable]>([])
        queue.suspend()
        let isDone = Gate()
        let handle = client().call(Self.endpoint).start(on: queue) { outcome in
            for handle in handles.withLock({ $0 }) { handle.cancel() }
            lines.append(Self.word(outcome.result))
            Task { await isDone.pass() }
        }
        handles.withLock { $0.append(handle) }
        queue.resume()
        await isDone.waitForArrivals()
        isDone.open()
        handle.cancel()
        await drain()
        #expect(lines.all == ["value x"])
    }

    @Test("Letting go of the handle does not cancel")
    func dropHandle() async {
        let lines = Lines()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            do {
                _ = client(waiting: true).call(Self.endpoint).start(on: queue) { outcome in
                    lines.append(Self.word(outcome.result))
                    continuation.resume()
                }
            }
            Task {
                await gate.waitForArrivals()
                gate.open()
            }
        }
        #expect(lines.all == ["value x"])
    }

    @Test("Whoever wins, there is one end and nothing after it", .timeLimit(.minutes(5)))
    func race() async {
        let rounds = 2000
        let client = client()
        let ends = Mutex<[Int]>(Array(repeating: 0, count: rounds))
        let late = Mutex(0)
        let cancelled = Mutex(0)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let left = Mutex(rounds)
            for round in 0..<rounds {
                let isOver = Mutex(false)
                let handle = client.call(Self.endpoint).start(
                    on: queue, events: { _ in if isOver.withLock({ $0 }) { late.withLock { $0 += 1 } } },
                    handler: { outcome in
                        isOver.withLock { $0 = true }
                        ends.withLock { $0[round] += 1 }
                        if outcome.isCancelled { cancelled.withLock { $0 += 1 } }
                        let count = left.withLock { left in
                            left -= 1
                            return left
                        }
                        if count == 0 { continuation.resume() }
                    })
                for _ in 0..<2 { DispatchQueue.global().async { handle.cancel() } }
                if round % 3 == 0 { handle.cancel() }
            }
        }
        await drain()
        #expect(ends.withLock { $0.allSatisfy { $0 == 1 } })
        #expect(late.withLock { $0 } == 0)
        #expect(cancelled.withLock { $0 } > 0, "else there was no race")
    }
}
