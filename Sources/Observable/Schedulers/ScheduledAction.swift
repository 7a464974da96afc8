import Dispatch
import Locking

/// An action that waits for its turn; disposed, it is let go of at once although the queue still knows of it.
final class ScheduledAction: Disposable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    /// Whether it has been disposed, or its turn has come.
    var isDisposed: Bool { action.withLock { $0 == nil } }

    func run() {
        let action = action.withLock { $0.take() }
        action?()
    }

    func dispose() {
        let action = action.withLock { $0.take() }
        withExtendedLifetime(action) {}
    }
}

extension DispatchQueue {
    func run(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        let scheduled = ScheduledAction(action)
        async { scheduled.run() }
        return scheduled
    }

    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return run(action) }
        let scheduled = ScheduledAction(action)
        asyncAfter(deadline: .now() + .nanoseconds(delay.clampedNanoseconds)) { scheduled.run() }
        return scheduled
    }
}
