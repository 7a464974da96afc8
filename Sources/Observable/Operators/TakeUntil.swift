extension ObservableSequence {
    /// The values until another sequence says one; then completion, and both are disposed before it is told.
    ///
    /// The other is subscribed to first; if it says a value within that, this sequence is not subscribed to. That the
    /// other completes without a value means nothing; a failure of either ends it.
    public func take<Other>(until other: ObservableSequence<Other, Failure>) -> ObservableSequence {
        ObservableSequence { downstream in
            let middle = Coordinator((), downstream)
            middle.listen(to: other) { _, _, out in
                out.end(.completed)
            } end: { completion, _, out in
                if case .failed = completion { out.end(completion) }
            }
            middle.listen(to: self) { value, _, out in
                out.next(value)
            } end: { completion, _, out in
                out.end(completion)
            }
        }
    }

    /// The same with another that can't fail, such as a timer.
    @_disfavoredOverload
    public func take<Other>(until other: ObservableSequence<Other, Never>) -> ObservableSequence {
        take(until: other.setFailureType(to: Failure.self))
    }
}
