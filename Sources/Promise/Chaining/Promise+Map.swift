public import Dispatch

// Each step has two forms. A handler that can't throw fits any failure type; without that form the compiler has no type
// for `promise.mapError { … }.map { … }`. The throwing form is looked at second.

extension Promise {
    /// The value transformed.
    public func map<NewValue>(
        on queue: DispatchQueue? = nil, _ transform: @escaping @Sendable (Value) -> NewValue
    ) -> Promise<NewValue, Failure> {
        mapped(on: queue, transform)
    }

    /// The value transformed. What the handler throws is the failure of the promise this gives, and of no other.
    ///
    /// Where the failure isn't `any Error` the closure says what it throws, since the compiler doesn't infer it:
    /// `promise.map { value throws(APIFailure) in … }`. So it is with every step whose handler may throw.
    @_disfavoredOverload
    public func map<NewValue>(
        on queue: DispatchQueue? = nil, _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
    ) -> Promise<NewValue, Failure> {
        mapped(on: queue, transform)
    }

    /// The outcome of the promise that the handler makes of the value.
    public func flatMap<NewValue>(
        on queue: DispatchQueue? = nil, _ transform: @escaping @Sendable (Value) -> Promise<NewValue, Failure>
    ) -> Promise<NewValue, Failure> {
        flatMapped(on: queue, transform)
    }

    /// The outcome of the promise that the handler makes of the value, or what it throws.
    @_disfavoredOverload
    public func flatMap<NewValue>(
        on queue: DispatchQueue? = nil,
        _ transform: @escaping @Sendable (Value) throws(Failure) -> Promise<NewValue, Failure>
    ) -> Promise<NewValue, Failure> {
        flatMapped(on: queue, transform)
    }

    /// Runs a handler with the value, and then passes the value on.
    public func tap(on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Value) -> Void) -> Promise {
        tapped(on: queue, handler)
    }

    /// Runs a handler with the value, and then passes the value on. What the handler throws takes its place.
    @_disfavoredOverload
    public func tap(
        on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (Value) throws(Failure) -> Void
    ) -> Promise {
        tapped(on: queue, handler)
    }

    private func mapped<NewValue>(
        on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
    ) -> Promise<NewValue, Failure> {
        derived { parent, child in
            child.follow(parent, on: queue) { settlement in
                switch settlement {
                case .fulfilled(let value): child.settle { () throws(Failure) in try transform(value) }
                case .rejected(let rejection): child.settle(.rejected(rejection))
                }
            }
        }
    }

    private func flatMapped<NewValue>(
        on queue: DispatchQueue?,
        _ transform: @escaping @Sendable (Value) throws(Failure) -> Promise<NewValue, Failure>
    ) -> Promise<NewValue, Failure> {
        derived { parent, child in
            child.follow(parent, on: queue) { settlement in
                switch settlement {
                case .fulfilled(let value): child.adopt { () throws(Failure) in try transform(value) }
                case .rejected(let rejection): child.settle(.rejected(rejection))
                }
            }
        }
    }

    private func tapped(
        on queue: DispatchQueue?, _ handler: @escaping @Sendable (Value) throws(Failure) -> Void
    ) -> Promise {
        mapped(on: queue) { value throws(Failure) in
            try handler(value)
            return value
        }
    }
}
