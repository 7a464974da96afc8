/// Where a source of sequences stands: how many of them run, and the values whose turn has not come.
private struct Flattening<Value: Sendable>: Sendable {
    var isOpen = true
    var running = 0
    var waiting = Queue<Value>()

    /// Whether the value's sequence may start; if not, the value waits.
    mutating func admit(_ value: Value, limit: Int) -> Bool {
        guard running < limit else {
            waiting.append(value)
            return false
        }
        running += 1
        return true
    }

    /// A sequence has ended: whose turn it is now, in its place.
    mutating func replace() -> Value? {
        if let next = waiting.popFirst() { return next }
        running -= 1
        return nil
    }
}

extension ObservableSequence {
    /// The values of the sequences made of each value, so many of them at a time: `flatMap`, `concatMap` and `merge`.
    func flattened<Output>(
        atMost limit: Int, _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Failure>
    ) -> ObservableSequence<Output, Failure> {
        let limit = max(limit, 1)
        return ObservableSequence<Output, Failure> { downstream in
            let middle = Coordinator(Flattening<Element>(), downstream)
            let start: @Sendable (Element, @escaping @Sendable (Element) -> Void) -> Void = { value, follow in
                middle.attach(transform(value)) { output in
                    middle.update { $1.next(output) }
                } end: { completion in
                    var next: Element?
                    middle.update { state, out in
                        if case .failed = completion { return out.end(completion) }
                        next = state.replace()
                        if state.running == 0, !state.isOpen { out.end(.completed) }
                    }
                    if let next { follow(next) }
                }
            }
            // Not through the outbox: there a sequence without an end would only be heard once it has ended.
            middle.attach(self) { value in
                var isAdmitted = false
                middle.update { state, _ in isAdmitted = state.admit(value, limit: limit) }
                if isAdmitted { Relay.run(value, start) }
            } end: { completion in
                middle.update { state, out in
                    if case .failed = completion { return out.end(completion) }
                    state.isOpen = false
                    if state.running == 0 { out.end(.completed) }
                }
            }
        }
    }
}
