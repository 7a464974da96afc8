extension ObservableSequence {
    /// The values for which the closure says true.
    public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> ObservableSequence {
        ObservableSequence { downstream in
            run(
                Sink(
                    begin: downstream.begin, next: { if isIncluded($0) { downstream.next($0) } },
                    end: downstream.end))
        }
    }
}
