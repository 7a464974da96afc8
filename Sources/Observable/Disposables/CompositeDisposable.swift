import Locking

/// Disposes several together; what is added after that is disposed at once.
public final class CompositeDisposable: Disposable {
    /// Names one of the disposables, so that it can be taken out.
    public struct Key: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private struct State {
        var isDisposed = false
        var last: UInt64 = 0
        var inner: [Key: any Disposable] = [:]
    }

    private let state = Mutex(State())

    /// A composite of the disposables given.
    public init(_ disposables: [any Disposable] = []) {
        for disposable in disposables { add(disposable) }
    }

    /// Whether it has been disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// How many it holds.
    public var count: Int { state.withLock { $0.inner.count } }

    /// Adds one; nil says that it was disposed at once, since the composite was already.
    @discardableResult
    public func add(_ disposable: any Disposable) -> Key? {
        let key = state.withLock { state -> Key? in
            guard !state.isDisposed else { return nil }
            state.last += 1
            let key = Key(number: state.last)
            state.inner[key] = disposable
            return key
        }
        if key == nil { disposable.dispose() }
        return key
    }

    /// Takes one out without disposing it, so that what has ended is not held on to.
    public func remove(_ key: Key) {
        _ = state.withLock { $0.inner.removeValue(forKey: key) }
    }

    /// Disposes all, in the order in which they were added.
    public func dispose() {
        Disposal.dispose(close())
    }
}

extension CompositeDisposable: DisposableContainer {
    func close() -> [any Disposable] {
        let inner = state.withLock { state in
            state.isDisposed = true
            let inner = state.inner
            state.inner = [:]
            return inner
        }
        return inner.sorted { $0.key.number < $1.key.number }.map(\.value)
    }
}
