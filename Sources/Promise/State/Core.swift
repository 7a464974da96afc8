import ApusCore
import Dispatch
import Locking

/// The state of one promise: what it waits for, who waits for it, and how it ended.
///
/// Parents and children keep each other while they wait, and let go when they settle. What is decided is decided under
/// the lock. Handing a block to a queue is part of the decision, since it makes the order of the handlers; the block
/// itself, and the end of what a handler captured, come after it.
final class Core<Value: Sendable, Failure: Error>: AnyCore {
    typealias Outcome = Settlement<Value, Failure>
    typealias Listener = Reaction<Value, Failure>

    struct State {
        var settlement: Outcome?
        var isPaused = false
        var start: (@Sendable (Core) -> Void)?
        var startActions: [@Sendable () -> Void] = []
        /// Kept for `retry`, and let go of where there is nothing to try again.
        var recipe: Recipe?
        var isRoot = false
        var reactions: [Listener] = []
        var upstream: [Upstream] = []
        var cancelActions: [@Sendable () -> Void] = []
        var children = 0
        var isHandled = false
        var progress: TransferProgress?
        /// What came while it was paused.
        var heldProgress: ProgressStep?
    }

    /// What a promise lets go of when it settles, for the time after the lock.
    struct Remains {
        var upstream: [Upstream]
        let cancelActions: [@Sendable () -> Void]
        let start: (@Sendable (Core) -> Void)?
        let startActions: [@Sendable () -> Void]
        let recipe: Recipe?
    }

    /// Where handlers run that name no queue.
    let queue: DispatchQueue
    let cancelledFailure: CancelledFailure<Failure>
    let state: Mutex<State>

    init(
        on queue: DispatchQueue, cancelled: CancelledFailure<Failure>, start: (@Sendable (Core) -> Void)? = nil
    ) {
        self.queue = queue
        cancelledFailure = cancelled
        state = Mutex(State(start: start))
    }

    deinit {
        let unhandled: Rejection<Failure>? = state.withLock { state in
            guard case .rejected(let rejection) = state.settlement, !state.isHandled else { return nil }
            return rejection
        }
        // On a queue: who let go of the promise may hold a lock of its own.
        if let unhandled, !unhandled.isCancelled { queue.async { unhandled.report() } }
    }
}
