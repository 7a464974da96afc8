/// The values of each sequence that wait for the others.
private struct Rows<Value: Sendable>: Sendable {
    var columns: [Queue<Value>]
    var isOpen: [Bool]
    /// How many have a value waiting.
    var ready = 0

    init(count: Int) {
        columns = Array(repeating: Queue(), count: count)
        isOpen = Array(repeating: true, count: count)
    }

    mutating func add<Failure>(_ value: Value, at index: Int, _ out: inout Outbox<[Value], Failure>) {
        if columns[index].isEmpty { ready += 1 }
        columns[index].append(value)
        guard ready == columns.count else { return }
        out.next(columns.indices.compactMap { columns[$0].popFirst() })
        ready = columns.count { !$0.isEmpty }
        if columns.indices.contains(where: { columns[$0].isEmpty && !isOpen[$0] }) { out.end(.completed) }
    }

    mutating func close<Failure>(at index: Int, _ out: inout Outbox<[Value], Failure>) {
        isOpen[index] = false
        if columns[index].isEmpty { out.end(.completed) }
    }
}

extension ObservableSequence {
    /// The first values of all these sequences, in their order, then the second ones; the rules are those of two.
    ///
    /// Of none, it completes at once and there is no value.
    public static func zip<Value>(
        _ sources: some Collection<ObservableSequence<Value, Failure>>
    ) -> ObservableSequence where Element == [Value] {
        let sources = Array(sources)
        if sources.isEmpty { return .empty() }
        return ObservableSequence { downstream in
            let middle = Coordinator(Rows<Value>(count: sources.count), downstream)
            for (index, source) in sources.enumerated() {
                middle.listen(to: source) { value, rows, out in
                    rows.add(value, at: index, &out)
                } end: { completion, rows, out in
                    if case .failed = completion { return out.end(completion) }
                    rows.close(at: index, &out)
                }
            }
        }
    }
}
