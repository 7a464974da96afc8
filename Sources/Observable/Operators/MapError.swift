extension ObservableSequence {
    /// The same values; a failure is turned into one of another type.
    public func mapError<Other: Error>(
        _ transform: @escaping @Sendable (Failure) -> Other
    ) -> ObservableSequence<Element, Other> {
        ObservableSequence<Element, Other> { downstream in
            run(
                Sink(
                    begin: downstream.begin, next: downstream.next,
                    end: { downstream.end($0.mapError(transform)) }))
        }
    }
}

extension ObservableSequence where Failure == Never {
    /// The same sequence beside others that can fail: `merge` and the like want one type of failure.
    public func setFailureType<Other: Error>(to type: Other.Type) -> ObservableSequence<Element, Other> {
        ObservableSequence<Element, Other> { downstream in
            run(
                Sink(
                    begin: downstream.begin, next: downstream.next,
                    // The only end that there can be.
                    end: { _ in downstream.end(.completed) }))
        }
    }
}
