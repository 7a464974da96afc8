extension ObservableSequence {
    /// Each value of this sequence with the latest of another; the other's values alone give nothing.
    ///
    ///     taps.withLatestFrom(position).map { tap, place in … }
    ///
    /// Values that come before the other has one are left out. Completes with this sequence; when the other completes,
    /// its latest value stays. A failure of either ends it. The other is subscribed to first.
    public func withLatestFrom<Other: Sendable>(
        _ other: ObservableSequence<Other, Failure>
    ) -> ObservableSequence<(Element, Other), Failure> {
        ObservableSequence<(Element, Other), Failure> { downstream in
            let middle = Coordinator(Other?.none, downstream)
            middle.attach(other) { value in
                // What was the latest comes out with the swap and is let go of outside the lock.
                var latest: Other? = value
                middle.update { state, _ in swap(&state, &latest) }
            } end: { completion in
                middle.update { _, out in
                    if case .failed = completion { out.end(completion) }
                }
            }
            middle.listen(to: self) { value, latest, out in
                if let latest { out.next((value, latest)) }
            } end: { completion, _, out in
                out.end(completion)
            }
        }
    }
}
