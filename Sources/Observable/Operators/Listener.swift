/// A subscriber of what is shared: hears what is replayed first, although the source may already say more.
final class Listener<Element: Sendable, Failure: Error>: Sendable {
    /// What came too early, until what is replayed has been said.
    private struct Early: Sendable {
        var isOpen = false
        var values: [Element] = []
        var completion: Completion<Failure>?
    }

    private let middle: Coordinator<Early, Element, Failure>

    init(_ downstream: Sink<Element, Failure>) {
        middle = Coordinator(Early(), downstream)
    }

    var isDisposed: Bool { middle.isDisposed }

    /// Disposes this when it is over, or at once where it is over already.
    func own(_ resource: any Disposable) {
        middle.upstreams.add(resource)
    }

    /// Says what is replayed, then what has come since.
    func open(_ replay: [Element], isCompleted: Bool) {
        middle.update { state, out in
            for value in replay { out.next(value) }
            for value in state.values { out.next(value) }
            if let completion = isCompleted ? .completed : state.completion { out.end(completion) }
            state.isOpen = true
            state.values = []
        }
    }

    func next(_ value: Element) {
        middle.update { state, out in
            if state.isOpen { out.next(value) } else { state.values.append(value) }
        }
    }

    func end(_ completion: Completion<Failure>) {
        middle.update { state, out in
            if state.isOpen { out.end(completion) } else { state.completion = completion }
        }
    }
}
