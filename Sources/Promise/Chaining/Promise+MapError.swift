public import Dispatch

extension Promise {
    /// The same promise with its failure transformed, that of a cancellation as well.
    public func mapError<NewFailure: Error>(
        on queue: DispatchQueue? = nil, _ transform: @escaping @Sendable (Failure) -> NewFailure
    ) -> Promise<Value, NewFailure> {
        derived(cancelled: core.cancelledFailure.mapped(transform)) { parent, child in
            child.follow(parent, on: queue) { settlement in
                switch settlement {
                case .fulfilled(let value): child.settle(.fulfilled(value))
                case .rejected(let rejection):
                    child.settle(.rejected(Rejection(transform(rejection.error), isCancelled: rejection.isCancelled)))
                }
            }
        }
    }
}
