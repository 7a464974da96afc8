import ApusObservable
import Locking

/// A scheduler whose time jumps, as that of a machine that wakes up does: what was due in between is run late.
final class JumpingScheduler: Scheduler {
    private struct State {
        var now = Duration.zero
        var waiting: [(time: Duration, action: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// The time; setting it runs nothing.
    var now: Duration {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    /// When what waits is due.
    var due: [Duration] { state.withLock { $0.waiting.map(\.time) } }

    func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(after: .zero, action)
    }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        state.withLock { $0.waiting.append(($0.now + delay, action)) }
        return ClosureDisposable()
    }

    /// Sets the time and runs what waits and is due by then, at that time.
    func jump(to time: Duration) {
        let actions = state.withLock { state in
            state.now = time
            let due = state.waiting.filter { $0.time <= time }
            state.waiting.removeAll { $0.time <= time }
            return due.map(\.action)
        }
        for action in actions { action() }
    }
}
