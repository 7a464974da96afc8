extension Promise {
    /// The value, or the failure thrown. Awaiting starts a promise that was made `paused`.
    ///
    /// Cancelling the task that awaits ends the wait as cancelled, and cancels the promise unless others go on from it.
    public var value: Value {
        get async throws(Failure) { try await result.get() }
    }

    /// The value or the failure. Awaiting starts a promise that was made `paused`; cancelling the task is as with ``value``.
    public var result: Result<Value, Failure> {
        get async {
            let waiting = derived { parent, child in child.adopt(parent) }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    waiting.core.add(
                        Reaction(on: core.queue) { continuation.resume(returning: $0.result) }, handlesFailure: true)
                }
            } onCancel: {
                waiting.cancel()
            }
        }
    }
}
