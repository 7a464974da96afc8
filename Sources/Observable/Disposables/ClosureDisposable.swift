import Locking

/// Runs a closure when it is disposed, once: the usual way to make a ``Disposable``.
///
/// The closure and what it captures are let go as soon as it is disposed.
public final class ClosureDisposable: Disposable {
    private struct State {
        var isDisposed = false
        var action: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    /// A disposable that runs the closure on the thread of the first `dispose()`.
    public init(_ action: @escaping @Sendable () -> Void) {
        state = Mutex(State(action: action))
    }

    /// A disposable with nothing to do but to know whether it is disposed: for loops that look at ``isDisposed``.
    public init() {
        state = Mutex(State())
    }

    /// Whether it has been disposed; true from the moment at which the closure begins to run.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Runs the closure, the first time.
    public func dispose() {
        let action = state.withLock { state in
            state.isDisposed = true
            return state.action.take()
        }
        action?()
    }
}
