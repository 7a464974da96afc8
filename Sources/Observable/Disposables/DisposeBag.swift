import Locking

/// Ties subscriptions to the lifetime of its owner: what is in the bag is disposed when the bag goes.
///
///     private let bag = DisposeBag()
///     client.observable(company).subscribe(onNext: show).disposed(by: bag)
///
/// To dispose earlier, put a new bag in the old one's place. What is over by itself the bag forgets in time, so that it may
/// live as long as the program.
public final class DisposeBag: Sendable {
    private struct State: Sendable {
        var inner: [any Disposable] = []
        /// With so many in it, those that are over are looked for: at twice as many as were left the last time.
        var limit = 64

        mutating func insert(_ disposable: any Disposable) -> [any Disposable] {
            inner.append(disposable)
            guard inner.count >= limit else { return [] }
            defer { inner = [] }
            return inner
        }

        mutating func putBack(_ older: [any Disposable]) {
            inner = older + inner
            limit = max(64, inner.count * 2)
        }
    }

    private let state = Mutex(State())

    /// An empty bag.
    public init() {}

    /// Puts a disposable into the bag.
    public func insert(_ disposable: any Disposable) {
        let full = state.withLock { $0.insert(disposable) }
        guard !full.isEmpty else { return }
        // Out here, since letting go of one may run a user's deinit.
        let left = full.filter { !(($0 as? any EndingDisposable)?.isDisposed ?? false) }
        state.withLock { $0.putBack(left) }
        withExtendedLifetime(full) {}
    }

    deinit {
        Disposal.dispose(state.withLock { $0.inner })
    }
}

extension Disposable {
    /// Leaves the disposing to a bag, which does it when it goes.
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}
