extension ObservableSequence {
    /// The values of all these sequences as they come.
    ///
    /// Completes when all have; of none, at once. The first failure ends it and disposes the others. The sequences are
    /// subscribed to in order: values that one says within `subscribe` come before the next is begun.
    public static func merge(_ sources: some Collection<ObservableSequence>) -> ObservableSequence {
        let sources = Array(sources)
        if sources.isEmpty { return .empty() }
        return ObservableSequence { downstream in
            let middle = Coordinator(sources.count, downstream)
            for source in sources {
                middle.listen(to: source) { value, _, out in
                    out.next(value)
                } end: { completion, open, out in
                    open -= 1
                    if case .failed = completion { out.end(completion) } else if open == 0 { out.end(.completed) }
                }
            }
        }
    }

    /// The values of this sequence and of others as they come; the rules are those of ``merge(_:)``.
    public func merge(with others: ObservableSequence...) -> ObservableSequence {
        .merge([self] + others)
    }

    /// The values of the sequences that this one emits, so many sequences at a time, the others in order after them.
    ///
    /// Completes when this and all of them have; the first failure ends it and disposes the others. Without a number
    /// there is no limit; one of zero or less counts as one. Sequences whose turn has not come wait in memory.
    public func merge<Value: Sendable>(
        maxConcurrent: Int = .max
    ) -> ObservableSequence<Value, Failure> where Element == ObservableSequence<Value, Failure> {
        flattened(atMost: maxConcurrent) { $0 }
    }
}
