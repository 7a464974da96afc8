/// The latest value of each of many.
private struct Board<Value: Sendable>: Sendable {
    var latest: [Value?]
    var missing: Int
    var open: Int

    init(count: Int) {
        latest = Array(repeating: nil, count: count)
        (missing, open) = (count, count)
    }

    /// Takes the value in and gives the one before in its place.
    mutating func exchange<Failure>(_ value: inout Value?, at index: Int, _ out: inout Outbox<[Value], Failure>) {
        swap(&latest[index], &value)
        if value == nil { missing -= 1 }
        if missing == 0 { out.next(latest.compactMap { $0 }) }
    }

    mutating func close<Failure>(at index: Int, _ out: inout Outbox<[Value], Failure>) {
        open -= 1
        if open == 0 || latest[index] == nil { out.end(.completed) }
    }
}

extension ObservableSequence {
    /// The latest values of all these sequences, in their order, whenever there is a new one, once each has one.
    ///
    /// The rules are those of two. Of none, it completes at once and there is no value.
    public static func combineLatest<Value>(
        _ sources: some Collection<ObservableSequence<Value, Failure>>
    ) -> ObservableSequence where Element == [Value] {
        let sources = Array(sources)
        if sources.isEmpty { return .empty() }
        return ObservableSequence { downstream in
            let middle = Coordinator(Board<Value>(count: sources.count), downstream)
            for (index, source) in sources.enumerated() {
                middle.attach(source) { value in
                    var latest: Value? = value
                    middle.update { board, out in board.exchange(&latest, at: index, &out) }
                } end: { completion in
                    middle.update { board, out in
                        if case .failed = completion { return out.end(completion) }
                        board.close(at: index, &out)
                    }
                }
            }
        }
    }
}
