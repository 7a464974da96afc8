/// How a promise ended.
enum Settlement<Value: Sendable, Failure: Error>: Sendable {
    case fulfilled(Value)
    case rejected(Rejection<Failure>)

    var result: Result<Value, Failure> {
        switch self {
        case .fulfilled(let value): .success(value)
        case .rejected(let rejection): .failure(rejection.error)
        }
    }

    /// The end of a promise that was cancelled without an error of its own.
    static func cancelled(_ failure: CancelledFailure<Failure>) -> Settlement {
        .rejected(Rejection(cancelled: failure))
    }

    /// The end of a promise that was cancelled with an error.
    static func cancelled(_ error: Failure) -> Settlement {
        .rejected(Rejection(error, isCancelled: true))
    }

    /// A handler's or a worker's failure, which may say of itself that it is a cancellation.
    static func failed(_ error: Failure) -> Settlement {
        .rejected(Rejection(error, isCancelled: (error as? any CancellableFailure)?.isCancellation ?? false))
    }
}
