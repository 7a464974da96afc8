import Locking

/// Runs a closure when it is disposed, once: the usual way to make a ``Disposable``.
///
/// The closure and what it captures are let go as soon as it is disposed.
public final class ClosureDisposable: Disposable {
    private let action: Mutex<(@Sendable () -> Void)?>
    /// Beside the lock: a source asks before each value.
    private let flag = Flag()

    /// A disposable that runs the closure on the thread of the first `dispose()`.
    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    /// A disposable with nothing to do but to know whether it is disposed: for loops that look at ``isDisposed``.
    public init() {
        action = Mutex(nil)
    }

    /// Whether it has been disposed; true from the moment at which the closure begins to run.
    public var isDisposed: Bool { flag.isRaised }

    /// Runs the closure, the first time.
    public func dispose() {
        flag.raise()
        let action = action.withLock { $0.take() }
        action?()
    }
}
