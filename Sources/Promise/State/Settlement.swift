import ApusCore
import Locking

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

    static func cancelled(_ error: Failure) -> Settlement {
        .rejected(Rejection(error, isCancelled: true))
    }
}

/// A failure on its way down a chain. The promises that only pass it on share it, so that it is reported once.
final class Rejection<Failure: Error>: Sendable {
    let error: Failure
    let isCancelled: Bool
    private let isReported = Mutex(false)

    init(_ error: Failure, isCancelled: Bool) {
        self.error = error
        self.isCancelled = isCancelled
    }

    /// Nobody handled it on one of its ways.
    func report() {
        let isFirst = isReported.withLock { isReported in
            defer { isReported = true }
            return !isReported
        }
        if isFirst, !isCancelled { UnhandledFailures.report(error, from: "promise") }
    }
}
