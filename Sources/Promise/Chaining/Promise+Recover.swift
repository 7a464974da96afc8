public import Dispatch

extension Promise {
    /// Makes a value of the failure. A cancellation is not recovered from: nobody waits for the value any more.
    public func recover(
        on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Failure) -> Value
    ) -> Promise {
        recovered(on: queue, handler)
    }

    /// Makes a value of the failure, or throws another. A cancellation is not recovered from.
    @_disfavoredOverload
    public func recover(
        on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Failure) throws(Failure) -> Value
    ) -> Promise {
        recovered(on: queue, handler)
    }

    /// Goes on with the promise that the handler makes of the failure. A cancellation is not recovered from.
    public func recover(
        on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Failure) -> Promise
    ) -> Promise {
        recoveredByPromise(on: queue, handler)
    }

    /// Goes on with the promise that the handler makes of the failure, or with what it throws.
    @_disfavoredOverload
    public func recover(
        on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Failure) throws(Failure) -> Promise
    ) -> Promise {
        recoveredByPromise(on: queue, handler)
    }

    private func recovered(
        on queue: DispatchQueue?, _ handler: @escaping @Sendable (Failure) throws(Failure) -> Value
    ) -> Promise {
        failing(on: queue) { child, failure in child.settle { () throws(Failure) in try handler(failure) } }
    }

    private func recoveredByPromise(
        on queue: DispatchQueue?, _ handler: @escaping @Sendable (Failure) throws(Failure) -> Promise
    ) -> Promise {
        failing(on: queue) { child, failure in child.adopt { () throws(Failure) in try handler(failure) } }
    }

    private func failing(
        on queue: DispatchQueue?, _ act: @escaping @Sendable (Core<Value, Failure>, Failure) -> Void
    ) -> Promise {
        derived { parent, child in
            child.follow(parent, on: queue) { settlement in
                if case .rejected(let rejection) = settlement, !rejection.isCancelled {
                    act(child, rejection.error)
                } else {
                    child.settle(settlement)
                }
            }
        }
    }
}
