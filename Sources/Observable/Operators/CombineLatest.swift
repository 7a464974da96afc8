/// The latest value of each of two.
private struct Latest<First: Sendable, Second: Sendable>: Sendable {
    var first: First?
    var second: Second?
    var open = 2

    func tell<Failure>(_ out: inout Outbox<(First, Second), Failure>) {
        if let first, let second { out.next((first, second)) }
    }

    /// One has ended, with a value or without.
    mutating func close<Failure>(hasValue: Bool, _ out: inout Outbox<(First, Second), Failure>) {
        open -= 1
        if open == 0 || !hasValue { out.end(.completed) }
    }
}

extension ObservableSequence {
    /// The latest values of two sequences, whenever there is a new one of either, once both have one.
    ///
    /// Completes when both have, or when one does so without a value, since no pair can come then. A failure ends it at
    /// once and disposes the other. The first is subscribed to first: of what it says within `subscribe` the last counts.
    public static func combineLatest<First, Second>(
        _ first: ObservableSequence<First, Failure>, _ second: ObservableSequence<Second, Failure>
    ) -> ObservableSequence where Element == (First, Second) {
        ObservableSequence { downstream in
            let middle = Coordinator(Latest<First, Second>(), downstream)
            middle.attach(first) { value in
                // What was the latest comes out with the swap and is let go of outside the lock.
                var latest: First? = value
                middle.update { state, out in
                    swap(&state.first, &latest)
                    state.tell(&out)
                }
            } end: { completion in
                middle.update { state, out in
                    if case .failed = completion { return out.end(completion) }
                    state.close(hasValue: state.first != nil, &out)
                }
            }
            middle.attach(second) { value in
                var latest: Second? = value
                middle.update { state, out in
                    swap(&state.second, &latest)
                    state.tell(&out)
                }
            } end: { completion in
                middle.update { state, out in
                    if case .failed = completion { return out.end(completion) }
                    state.close(hasValue: state.second != nil, &out)
                }
            }
        }
    }

    /// The latest values of three sequences; the rules are those of two.
    public static func combineLatest<First, Second, Third>(
        _ first: ObservableSequence<First, Failure>, _ second: ObservableSequence<Second, Failure>,
        _ third: ObservableSequence<Third, Failure>
    ) -> ObservableSequence where Element == (First, Second, Third) {
        let pairs = ObservableSequence<(First, Second), Failure>.combineLatest(first, second)
        return ObservableSequence<((First, Second), Third), Failure>.combineLatest(pairs, third)
            .map { ($0.0, $0.1, $1) }
    }

    /// The latest values of this sequence and another: ``combineLatest(_:_:)``.
    public func combineLatest<Other>(
        with other: ObservableSequence<Other, Failure>
    ) -> ObservableSequence<(Element, Other), Failure> {
        .combineLatest(self, other)
    }

    /// The latest values of this sequence and two others.
    public func combineLatest<Second, Third>(
        with second: ObservableSequence<Second, Failure>, _ third: ObservableSequence<Third, Failure>
    ) -> ObservableSequence<(Element, Second, Third), Failure> {
        .combineLatest(self, second, third)
    }
}
