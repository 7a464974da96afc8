extension ObservableSequence {
    /// Each value, transformed.
    public func map<Output: Sendable>(
        _ transform: @escaping @Sendable (Element) -> Output
    ) -> ObservableSequence<Output, Failure> {
        ObservableSequence<Output, Failure> { downstream in
            run(Sink(begin: downstream.begin, next: { downstream.next(transform($0)) }, end: downstream.end))
        }
    }
}
