extension ObservableSequence {
    /// Each value, transformed, without those that become nil.
    public func compactMap<Output: Sendable>(
        _ transform: @escaping @Sendable (Element) -> Output?
    ) -> ObservableSequence<Output, Failure> {
        ObservableSequence<Output, Failure> { downstream in
            run(
                Sink(
                    begin: downstream.begin,
                    next: { if let output = transform($0) { downstream.next(output) } },
                    end: downstream.end))
        }
    }
}
