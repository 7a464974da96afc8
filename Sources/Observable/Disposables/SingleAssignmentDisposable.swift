import Locking

/// A place for a disposable that does not exist yet: disposing before it is set disposes it when it is.
///
/// Hand this out first, start what may end or be disposed at once, then `set` what the start gave.
public final class SingleAssignmentDisposable: Disposable {
    private struct State {
        var isDisposed = false
        var isSet = false
        var inner: (any Disposable)?
    }

    private let state = Mutex(State())

    /// An empty place.
    public init() {}

    /// Whether it has been disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Puts the disposable in, once; the second and further ones are disposed at once, as is any after `dispose()`.
    public func set(_ disposable: any Disposable) {
        let isKept = state.withLock { state in
            guard !state.isDisposed, !state.isSet else { return false }
            state.isSet = true
            state.inner = disposable
            return true
        }
        if !isKept { disposable.dispose() }
    }

    /// Disposes what is in it, or what will be put in.
    public func dispose() {
        Disposal.dispose(close())
    }
}

extension SingleAssignmentDisposable: DisposableContainer {
    func close() -> [any Disposable] {
        let inner = state.withLock { state in
            state.isDisposed = true
            return state.inner.take()
        }
        return inner.map { [$0] } ?? []
    }
}
