import Dispatch
import Locking

/// Hands one outcome to a handler on a queue, exactly once, whoever wins: the call or its cancellation.
final class Delivery<Outcome: Sendable>: Sendable {
    private enum State {
        case waiting
        case cancelled
        case delivered
    }

    private let queue: DispatchQueue
    private let handler: @Sendable (Outcome) -> Void
    private let state = Mutex(State.waiting)

    init(queue: DispatchQueue, handler: @escaping @Sendable (Outcome) -> Void) {
        self.queue = queue
        self.handler = handler
    }

    /// The call is over. It is decided on the queue, at the last moment, so that a cancel before it is still heard.
    func settle(_ outcome: Outcome) {
        queue.async { self.deliver(outcome, ifStill: .waiting) }
    }

    /// Nothing but this outcome is delivered from now on, unless another one was already.
    func cancel(with outcome: Outcome) {
        let wasWaiting = state.withLock { state in
            guard state == .waiting else { return false }
            state = .cancelled
            return true
        }
        if wasWaiting { queue.async { self.deliver(outcome, ifStill: .cancelled) } }
    }

    /// Runs something on the queue, unless the end was delivered or decided before it had its turn.
    func tell(_ something: @escaping @Sendable () -> Void) {
        queue.async {
            if self.state.withLock({ $0 == .waiting }) { something() }
        }
    }

    private func deliver(_ outcome: Outcome, ifStill expected: State) {
        let isMine = state.withLock { state in
            guard state == expected else { return false }
            state = .delivered
            return true
        }
        if isMine { handler(outcome) }
    }
}
