/// The values that wait for their partners, and who has ended.
private struct Pairing<First: Sendable, Second: Sendable>: Sendable {
    var first = Queue<First>()
    var second = Queue<Second>()
    var isFirstOpen = true
    var isSecondOpen = true

    mutating func pair<Failure>(_ out: inout Outbox<(First, Second), Failure>) {
        if !first.isEmpty, !second.isEmpty, let one = first.popFirst(), let two = second.popFirst() {
            out.next((one, two))
        }
        let isOver = (first.isEmpty && !isFirstOpen) || (second.isEmpty && !isSecondOpen)
        if isOver { out.end(.completed) }
    }
}

extension ObservableSequence {
    /// The first values of two sequences together, then the second ones, and so on.
    ///
    ///     ObservableSequence.zip(client.observable(company), client.observable(people)).map { Page($0, $1) }
    ///
    /// Completes as soon as no pair is possible any more: one has ended and all its values have found a partner. A
    /// failure ends it at once and disposes the other. Values that wait for a partner are kept, without a limit.
    public static func zip<First, Second>(
        _ first: ObservableSequence<First, Failure>, _ second: ObservableSequence<Second, Failure>
    ) -> ObservableSequence where Element == (First, Second) {
        ObservableSequence { downstream in
            let middle = Coordinator(Pairing<First, Second>(), downstream)
            middle.listen(to: first) { value, state, out in
                state.first.append(value)
                state.pair(&out)
            } end: { completion, state, out in
                if case .failed = completion { return out.end(completion) }
                state.isFirstOpen = false
                state.pair(&out)
            }
            middle.listen(to: second) { value, state, out in
                state.second.append(value)
                state.pair(&out)
            } end: { completion, state, out in
                if case .failed = completion { return out.end(completion) }
                state.isSecondOpen = false
                state.pair(&out)
            }
        }
    }

    /// The values of three sequences in threes; the rules are those of two.
    public static func zip<First, Second, Third>(
        _ first: ObservableSequence<First, Failure>, _ second: ObservableSequence<Second, Failure>,
        _ third: ObservableSequence<Third, Failure>
    ) -> ObservableSequence where Element == (First, Second, Third) {
        let pairs = ObservableSequence<(First, Second), Failure>.zip(first, second)
        return ObservableSequence<((First, Second), Third), Failure>.zip(pairs, third).map { ($0.0, $0.1, $1) }
    }

    /// The values of this sequence and another in pairs: ``zip(_:_:)``.
    public func zip<Other>(
        with other: ObservableSequence<Other, Failure>
    ) -> ObservableSequence<(Element, Other), Failure> {
        .zip(self, other)
    }

    /// The values of this sequence and two others in threes.
    public func zip<Second, Third>(
        with second: ObservableSequence<Second, Failure>, _ third: ObservableSequence<Third, Failure>
    ) -> ObservableSequence<(Element, Second, Third), Failure> {
        .zip(self, second, third)
    }
}
