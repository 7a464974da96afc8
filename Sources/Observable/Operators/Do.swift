extension ObservableSequence {
    /// The same events, and closures that hear of them on their way: for logs and counters.
    ///
    /// Each runs before the event goes on; `onSubscribe` before the source begins, `onDispose` once when it is over,
    /// by an end or a dispose.
    public func `do`(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (Failure) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let upstream = SingleAssignmentDisposable()
            onSubscribe?()
            run(
                Sink(
                    begin: { source in
                        upstream.set(
                            ClosureDisposable {
                                source.dispose()
                                onDispose?()
                            })
                        downstream.begin(upstream)
                    },
                    next: { value in
                        onNext?(value)
                        downstream.next(value)
                    },
                    end: { completion in
                        switch completion {
                        case .completed: onCompleted?()
                        case .failed(let failure): onError?(failure)
                        }
                        downstream.end(completion)
                        upstream.dispose()
                    }))
        }
    }
}
