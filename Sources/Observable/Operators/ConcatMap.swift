extension ObservableSequence {
    /// The values of a sequence made of each value, one sequence after the other, in the order of the source.
    ///
    /// The closure is called for a value when its turn comes; until then the value waits, and there is no limit to how
    /// many do. Completes when the source and all sequences have. The first failure ends it: the source's at once, also
    /// where values wait.
    public func concatMap<Output: Sendable>(
        _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Failure>
    ) -> ObservableSequence<Output, Failure> {
        flattened(atMost: 1, transform)
    }
}

extension ObservableSequence where Failure == Never {
    /// The same for a source that can't fail, such as a timer, and sequences that can.
    @_disfavoredOverload
    public func concatMap<Output: Sendable, Other: Error>(
        _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Other>
    ) -> ObservableSequence<Output, Other> {
        setFailureType(to: Other.self).concatMap(transform)
    }
}
