extension ObservableSequence {
    /// Goes on with another sequence where this one fails: its values and its end come in place of the failure.
    ///
    /// The other sequence may fail in its own way, or never: `catch { _ in ObservableSequence<Int, Never>.just(0) }`.
    /// This one's resources are given back before the handler is called.
    public func `catch`<Other: Error>(
        _ handler: @escaping @Sendable (Failure) -> ObservableSequence<Element, Other>
    ) -> ObservableSequence<Element, Other> {
        ObservableSequence<Element, Other> { downstream in
            let upstream = SerialDisposable()
            downstream.begin(upstream)
            if upstream.isDisposed { return }
            run(
                Sink(
                    begin: { upstream.set($0) }, next: downstream.next,
                    end: { completion in
                        guard case .failed(let failure) = completion else { return downstream.end(.completed) }
                        let second = SingleAssignmentDisposable()
                        upstream.set(second)
                        if second.isDisposed { return }
                        handler(failure).run(
                            Sink(begin: { second.set($0) }, next: downstream.next, end: downstream.end))
                    }))
        }
    }
}
