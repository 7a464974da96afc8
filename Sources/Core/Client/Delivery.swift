import Dispatch
import Locking

/// Hands one outcome to a handler on a queue, exactly once, whoever wins: the call or its cancellation.
final class Delivery<Outcome: Sendable>: Sendable {
    private typealias Handler = @Sendable (Outcome) -> Void

    /// The handler goes with its delivery, so that who keeps the handle of the call does not keep what it captures.
    private enum State {
        case waiting(Handler)
        case cancelled(Handler)
        case delivered
    }

    private let queue: DispatchQueue
    private let state: Mutex<State>

    init(queue: DispatchQueue, handler: @escaping @Sendable (Outcome) -> Void) {
        self.queue = queue
        state = Mutex(.waiting(handler))
    }

    /// The call is over. It is decided on the queue, at the last moment, so that a cancel before it is still heard.
    func settle(_ outcome: Outcome) {
        queue.async {
            let handler: Handler? = self.state.withLock { state in
                guard case .waiting(let handler) = state else { return nil }
                state = .delivered
                return handler
            }
            handler?(outcome)
        }
    }

    /// Nothing but this outcome is delivered from now on, unless another one was already.
    func cancel(with outcome: Outcome) {
        let wasWaiting = state.withLock { state in
            guard case .waiting(let handler) = state else { return false }
            state = .cancelled(handler)
            return true
        }
        guard wasWaiting else { return }
        queue.async {
            let handler: Handler? = self.state.withLock { state in
                guard case .cancelled(let handler) = state else { return nil }
                state = .delivered
                return handler
            }
            handler?(outcome)
        }
    }

    /// Runs something on the queue, unless the end was delivered or decided before it had its turn.
    func tell(_ something: @escaping @Sendable () -> Void) {
        queue.async {
            let isWaiting = self.state.withLock { if case .waiting = $0 { true } else { false } }
            if isWaiting { something() }
        }
    }
}
