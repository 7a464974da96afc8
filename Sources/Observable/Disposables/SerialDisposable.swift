import Locking

/// A place for one disposable at a time: setting the next disposes the one before.
public final class SerialDisposable: Disposable {
    private struct State {
        var isDisposed = false
        var inner: (any Disposable)?
    }

    private let state = Mutex(State())

    /// An empty place.
    public init() {}

    /// Whether it has been disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Puts the disposable in and disposes the one before; after `dispose()` it is disposed at once.
    public func set(_ disposable: any Disposable) {
        let old = state.withLock { state -> (any Disposable)? in
            guard !state.isDisposed else { return disposable }
            let old = state.inner
            state.inner = disposable
            return old
        }
        old?.dispose()
    }

    /// Disposes what is in it and whatever is put in from now on.
    public func dispose() {
        Disposal.dispose(close())
    }
}

extension SerialDisposable: DisposableContainer {
    func close() -> [any Disposable] {
        let inner = state.withLock { state in
            state.isDisposed = true
            return state.inner.take()
        }
        return inner.map { [$0] } ?? []
    }
}

extension SerialDisposable {
    /// Schedules an action in place of the one before.
    ///
    /// The place is taken before the scheduler is asked: an action that runs at once, or sooner on another thread, may
    /// schedule its successor here without being overtaken by its own predecessor's handle.
    func schedule(on scheduler: any Scheduler, after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let slot = SingleAssignmentDisposable()
        set(slot)
        guard !slot.isDisposed else { return }
        slot.set(scheduler.schedule(after: delay, action))
    }
}
