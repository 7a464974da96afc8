extension ObservableSequence {
    /// The values of a sequence made of each value, all of them at the same time: a further call for each answer.
    ///
    ///     client.observable(company).flatMap { client.observable(people(of: $0)) }
    ///
    /// Completes when the source and all sequences have. The first failure, of the source or of any sequence, ends it
    /// and disposes the others. For one at a time there is `concatMap`, for the newest alone `flatMapLatest`, for a few
    /// at a time `map` and ``merge(maxConcurrent:)``.
    public func flatMap<Output: Sendable>(
        _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Failure>
    ) -> ObservableSequence<Output, Failure> {
        flattened(atMost: .max, transform)
    }
}

extension ObservableSequence where Failure == Never {
    /// The same for a source that can't fail, such as a timer, and sequences that can.
    @_disfavoredOverload
    public func flatMap<Output: Sendable, Other: Error>(
        _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Other>
    ) -> ObservableSequence<Output, Other> {
        setFailureType(to: Other.self).flatMap(transform)
    }
}
