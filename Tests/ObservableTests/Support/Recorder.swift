import ApusObservable
import Dispatch
import Locking

/// A failure for tests.
enum Oops: Error, Equatable {
    case one
    case two
}

/// Listens to a sequence and keeps what it hears.
final class Recorder<Element: Sendable, Failure: Error>: Sendable {
    private struct State {
        var events: [Event<Element, Failure>] = []
        var disposals = 0
        var running = 0
        var overlaps = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// What was heard, in order.
    var events: [Event<Element, Failure>] { state.withLock(\.events) }
    /// How often `onDisposed` ran.
    var disposals: Int { state.withLock(\.disposals) }
    /// How often an event came while another was being heard on another thread or further up on this one.
    var overlaps: Int { state.withLock(\.overlaps) }

    /// The values heard.
    var values: [Element] {
        events.compactMap { if case .next(let value) = $0 { value } else { nil } }
    }

    /// Whether an end was heard.
    var isEnded: Bool {
        switch events.last {
        case .error, .completed: true
        case .next, nil: false
        }
    }

    /// Subscribes; `onNext` hears of each value after it was noted, to emit, subscribe or dispose in there.
    @discardableResult
    func subscribe(
        to sequence: ObservableSequence<Element, Failure>, onNext: (@Sendable (Element) -> Void)? = nil
    ) -> any Disposable {
        sequence.subscribe(
            onNext: { value in
                self.hear(.next(value)) { onNext?(value) }
            }, onError: { self.hear(.error($0)) }, onCompleted: { self.hear(.completed) },
            onDisposed: {
                let waiting = self.state.withLock { state in
                    state.disposals += 1
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for continuation in waiting { continuation.resume() }
            })
    }

    /// Waits until `onDisposed` has run.
    func waitUntilDisposed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.disposals == 0 { state.waiting.append(continuation) }
                return state.disposals > 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func hear(_ event: Event<Element, Failure>, _ then: () -> Void = {}) {
        state.withLock { state in
            state.events.append(event)
            state.running += 1
            if state.running > 1 { state.overlaps += 1 }
        }
        then()
        state.withLock { $0.running -= 1 }
    }
}

extension ObservableSequence {
    /// What a sequence says that ends within `subscribe`, or so far.
    var heard: [Event<Element, Failure>] {
        let recorder = Recorder<Element, Failure>()
        recorder.subscribe(to: self)
        return recorder.events
    }
}

/// Runs blocking work on a thread that is not the pool's.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "test.thread").async { continuation.resume(returning: work()) }
    }
}
