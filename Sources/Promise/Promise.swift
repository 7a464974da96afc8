import Dispatch

/// A value that comes later, or the failure that comes in its place. It settles once.
///
///     client.promise(company)
///         .success { corporation in show(corporation) }
///         .failure { error, isCancelled in if !isCancelled { show(error) } }
///
/// Handlers never run inside the call that adds them, nor under a lock. They run on the queue that is named with them, else
/// on the promise's own: a serial queue that a chain shares, so that handlers of one chain never run beside each other.
/// On one queue they run in the order in which they were added; on a concurrent queue they begin in that order.
///
/// Cancelling is a failure as well, told apart by `isCancelled`. The value that stands for it is the failure type's own
/// (``CancellableFailure``), or is given where the promise is made.
///
/// A promise is a handle: copies are the same promise. Letting go of it doesn't stop what runs, but what was made to start
/// later, or was paused, and can't be resumed by anybody any more, ends as cancelled. So does a promise whose `fulfill` and
/// `reject` are gone. A failure that nobody handled by the time its promise goes away is reported to
/// `UnhandledFailures`, once.
public struct Promise<Value: Sendable, Failure: Error>: Sendable {
    let core: Core<Value, Failure>
    let lease: Lease

    init(_ core: Core<Value, Failure>, lease: Lease) {
        self.core = core
        self.lease = lease
    }

    /// A promise without a parent, made by a step that `retry` can do again.
    init(isPaused: Bool = false, _ step: @escaping @Sendable () -> Core<Value, Failure>) {
        let core = step()
        core.keep(Recipe(step), isRoot: true)
        self.init(core, lease: Lease(core))
        if !isPaused { _ = core.start() }
    }

    /// The queue of handlers that are given none.
    static func queue(over target: DispatchQueue? = nil) -> DispatchQueue {
        DispatchQueue(label: "apus.promise", target: target)
    }
}

extension Promise {
    /// A promise that goes on from this one: `build` says how it settles.
    func derived<NewValue, NewFailure>(
        cancelled: CancelledFailure<NewFailure>,
        _ build: @escaping @Sendable (_ parent: Core<Value, Failure>, _ child: Core<NewValue, NewFailure>) -> Void
    ) -> Promise<NewValue, NewFailure> {
        let step: @Sendable (Core<Value, Failure>) -> Core<NewValue, NewFailure> = { parent in
            let child = Core<NewValue, NewFailure>(on: parent.queue, cancelled: cancelled)
            build(parent, child)
            return child
        }
        // Before the step: it may find the parent settled, and be over at once.
        let recipe = Recipe(after: core.recipe, step)
        let child = step(core)
        child.keep(recipe)
        return Promise<NewValue, NewFailure>(child, lease: lease)
    }

    func derived<NewValue>(
        _ build: @escaping @Sendable (_ parent: Core<Value, Failure>, _ child: Core<NewValue, Failure>) -> Void
    ) -> Promise<NewValue, Failure> {
        derived(cancelled: core.cancelledFailure, build)
    }
}
