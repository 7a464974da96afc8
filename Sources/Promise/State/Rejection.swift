import ApusCore
import Locking

/// A failure on its way down a chain. The promises that only pass it on share it, so that it is reported once.
final class Rejection<Failure: Error>: Sendable {
    private struct State {
        var error: Failure?
        var isReported = false
    }

    let isCancelled: Bool
    /// What makes the error where there is none yet: when a chain is cancelled from its end, nobody looks at most of them.
    private let cancelled: CancelledFailure<Failure>?
    private let state: Mutex<State>

    init(_ error: Failure, isCancelled: Bool) {
        self.isCancelled = isCancelled
        cancelled = nil
        state = Mutex(State(error: error))
    }

    init(cancelled: CancelledFailure<Failure>) {
        isCancelled = true
        self.cancelled = cancelled
        state = Mutex(State())
    }

    var error: Failure {
        if let error = state.withLock({ $0.error }) { return error }
        guard let made = cancelled?.failure else { preconditionFailure("either the error is there or what makes it") }
        // Made outside of the lock, by what users gave to `mapError`; the first that comes is the error for all.
        return state.withLock { state in
            let error = state.error ?? made
            state.error = error
            return error
        }
    }

    /// Nobody handled it on one of its ways.
    func report() {
        let isFirst = state.withLock { state in
            defer { state.isReported = true }
            return !state.isReported
        }
        if isFirst, !isCancelled { UnhandledFailures.report(error, from: "promise") }
    }
}
