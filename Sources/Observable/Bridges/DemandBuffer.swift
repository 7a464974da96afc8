import Locking

/// Values for a receiver who says how many it wants: the others wait. The end comes after them and needs no demand.
///
/// One call to the receiver at a time, outside the lock; it may ask for more or cancel from within one.
final class DemandBuffer<Element: Sendable, Failure: Error>: Disposable {
    /// A receiver: `next` gives how many more it wants.
    struct Receiver: Sendable {
        let next: @Sendable (Element) -> Int
        let end: @Sendable (Completion<Failure>) -> Void
    }

    private enum Step {
        case next(Element, Receiver)
        case end(Completion<Failure>, Receiver)
    }

    private struct State {
        /// Nil once the end was told or it was disposed.
        var receiver: Receiver?
        var waiting = Queue<Element>()
        var completion: Completion<Failure>?
        /// `Int.max` is no bound, and stays.
        var demand = 0
        var isAtWork = false

        mutating func add(_ more: Int) {
            let (sum, isTooMuch) = demand.addingReportingOverflow(max(more, 0))
            demand = isTooMuch ? .max : sum
        }

        mutating func step() -> Step? {
            guard let receiver else { return nil }
            if demand > 0, let value = waiting.popFirst() {
                if demand < .max { demand -= 1 }
                return .next(value, receiver)
            }
            guard waiting.isEmpty, let completion else { return nil }
            self.receiver = nil
            return .end(completion, receiver)
        }
    }

    private let state: Mutex<State>
    private let upstream = SingleAssignmentDisposable()

    init(_ receiver: Receiver) {
        state = Mutex(State(receiver: receiver))
    }

    func subscribe(to sequence: ObservableSequence<Element, Failure>) {
        // Cancelled within the handing over of the subscription, it need not begin.
        if upstream.isDisposed { return }
        sequence.run(
            Sink(
                begin: { self.upstream.set($0) },
                next: { value in self.change { if $0.receiver != nil { $0.waiting.append(value) } } },
                end: { completion in
                    self.upstream.dispose()
                    self.change { $0.completion = completion }
                }))
    }

    /// The receiver wants so many more.
    func request(_ more: Int) {
        change { $0.add(more) }
    }

    func dispose() {
        let old = state.withLock { state in
            defer {
                state.receiver = nil
                state.waiting = Queue()
            }
            return (state.receiver, state.waiting)
        }
        upstream.dispose()
        withExtendedLifetime(old) {}
    }

    /// Changes the state, then gives what may be given, unless a call further up or another thread does already.
    private func change(_ change: (inout State) -> Void) {
        let isAtWork = state.withLock { state in
            change(&state)
            defer { state.isAtWork = true }
            return state.isAtWork
        }
        if isAtWork { return }
        var more = 0
        while let step = next(adding: more) {
            more = 0
            switch step {
            case .next(let value, let receiver): more = receiver.next(value)
            case .end(let completion, let receiver): receiver.end(completion)
            }
        }
    }

    private func next(adding more: Int) -> Step? {
        state.withLock { state in
            state.add(more)
            let step = state.step()
            if step == nil { state.isAtWork = false }
            return step
        }
    }
}
