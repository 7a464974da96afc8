public import Dispatch

extension Promise {
    /// Goes on with either outcome of this promise, its cancellation among them: the handler makes a value of it.
    ///
    /// Where what this gives is cancelled, nobody wants a value, and the handler doesn't run: `ensure` is for that.
    public func then<NewValue>(
        on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Result<Value, Failure>) -> NewValue
    ) -> Promise<NewValue, Failure> {
        goingOn(on: queue, handler)
    }

    /// Goes on with either outcome of this promise: the handler makes a value of it, or throws.
    @_disfavoredOverload
    public func then<NewValue>(
        on queue: DispatchQueue? = nil,
        _ handler: @escaping @Sendable (Result<Value, Failure>) throws(Failure) -> NewValue
    ) -> Promise<NewValue, Failure> {
        goingOn(on: queue, handler)
    }

    /// Goes on with either outcome of this promise to the outcome of the promise that the handler makes.
    ///
    /// A promise that is returned is taken over, Promises/A+ 2.3.2. One that waits for itself fails, 2.3.1: with
    /// ``SelfReference``, or with the failure that stands for "cancelled" where the type has no place for that.
    public func then<NewValue>(
        on queue: DispatchQueue? = nil,
        _ handler: @escaping @Sendable (Result<Value, Failure>) -> Promise<NewValue, Failure>
    ) -> Promise<NewValue, Failure> {
        goingOnToPromise(on: queue, handler)
    }

    /// Goes on with either outcome to the outcome of the promise that the handler makes, or to what it throws.
    @_disfavoredOverload
    public func then<NewValue>(
        on queue: DispatchQueue? = nil,
        _ handler: @escaping @Sendable (Result<Value, Failure>) throws(Failure) -> Promise<NewValue, Failure>
    ) -> Promise<NewValue, Failure> {
        goingOnToPromise(on: queue, handler)
    }

    private func goingOn<NewValue>(
        on queue: DispatchQueue?,
        _ handler: @escaping @Sendable (Result<Value, Failure>) throws(Failure) -> NewValue
    ) -> Promise<NewValue, Failure> {
        derived { parent, child in
            child.follow(parent, on: queue) { settlement in
                child.settle { () throws(Failure) in try handler(settlement.result) }
            }
        }
    }

    private func goingOnToPromise<NewValue>(
        on queue: DispatchQueue?,
        _ handler: @escaping @Sendable (Result<Value, Failure>) throws(Failure) -> Promise<NewValue, Failure>
    ) -> Promise<NewValue, Failure> {
        derived { parent, child in
            child.follow(parent, on: queue) { settlement in
                child.adopt { () throws(Failure) in try handler(settlement.result) }
            }
        }
    }
}
