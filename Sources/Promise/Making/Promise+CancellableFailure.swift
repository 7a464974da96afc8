public import ApusCore
public import Dispatch

// What an error type saves that says itself what cancelled means.

extension Promise where Failure: CancellableFailure {
    /// Starts work and gives it the four ways to speak; see the same with `cancelled`.
    public init(
        on queue: DispatchQueue? = nil, paused: Bool = false,
        _ work:
            @escaping @Sendable (
                _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (Failure) -> Void,
                _ progress: @escaping @Sendable (TransferProgress) -> Void,
                _ onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
            ) -> Void
    ) {
        self.init(cancelled: Failure.cancelled, on: queue, paused: paused, work)
    }

    /// Runs asynchronous work; cancelling the promise cancels the task.
    public init(
        on queue: DispatchQueue? = nil, paused: Bool = false,
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        self.init(cancelled: Failure.cancelled, on: queue, paused: paused, work)
    }

    /// A promise and the resolver that settles it.
    public static func pending(
        on queue: DispatchQueue? = nil
    ) -> (promise: Promise, resolver: PromiseResolver<Value, Failure>) {
        pending(cancelled: Failure.cancelled, on: queue)
    }

    /// A promise that has its value.
    public static func fulfilled(_ value: Value, on queue: DispatchQueue? = nil) -> Promise {
        fulfilled(value, cancelled: Failure.cancelled, on: queue)
    }

    /// A promise that has failed.
    public static func rejected(_ failure: Failure, on queue: DispatchQueue? = nil) -> Promise {
        rejected(failure, cancelled: Failure.cancelled, on: queue)
    }
}
