import ApusCore

extension ObservableSequence {
    /// Starts the sequence and listens to it, until it ends or the handle is disposed.
    ///
    /// The closures run wherever the source emits; ``observe(on:)`` moves them. Letting go of the handle does not end
    /// the subscription: keep it to `dispose()`, or leave that to a ``DisposeBag``. An error with no `onError` to hear it
    /// goes to `UnhandledFailures`, once. `onDisposed` runs last, once, however it ended.
    @discardableResult
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (Failure) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let subscription = Subscription<Element, Failure>(
            Subscriber(
                next: onNext ?? { _ in },
                end: { completion in
                    switch completion {
                    case .completed: onCompleted?()
                    case .failed(let failure): onError.map { $0(failure) } ?? Self.report(failure)
                    }
                }, disposed: onDisposed ?? {}))
        run(subscription.sink)
        return subscription
    }

    private static func report(_ failure: Failure) {
        // Nobody needs to hear that what was cancelled is cancelled.
        if failure is CancellationError { return }
        UnhandledFailures.report(failure, from: "observable")
    }
}
