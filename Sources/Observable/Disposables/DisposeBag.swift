/// Ties subscriptions to the lifetime of its owner: what is in the bag is disposed when the bag goes.
///
///     private let bag = DisposeBag()
///     client.observable(company).subscribe(onNext: show).disposed(by: bag)
///
/// To dispose earlier, put a new bag in the old one's place.
public final class DisposeBag: Sendable {
    private let inner = CompositeDisposable()

    /// An empty bag.
    public init() {}

    /// Puts a disposable into the bag.
    public func insert(_ disposable: any Disposable) {
        inner.add(disposable)
    }

    deinit { inner.dispose() }
}

extension Disposable {
    /// Leaves the disposing to a bag, which does it when it goes.
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}
