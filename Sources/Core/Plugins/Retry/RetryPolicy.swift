#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether to send a request again, and after what wait: facts to a decision, nothing is sent here.
struct RetryPolicy: Sendable {
    enum Decision: Equatable {
        /// The outcome is the answer.
        case deliver(Reason)
        /// Send it again after the wait, for what the text says.
        case wait(Duration, String)
    }

    /// Why an outcome is delivered.
    enum Reason: Equatable {
        /// No rule takes it for something that passes.
        case noRule
        /// It was repeated as often as it may be.
        case limit
        /// Sent twice, the request might have its effect twice.
        case notRepeatable
        /// The body can't be sent again.
        case notReplayable
        /// The server asks for a longer wait than is waited.
        case overCap
        /// The call's time is over before the wait is.
        case noTime
    }

    let rule: RetryRule
    let limit: Int
    let backoff: Backoff
    /// The longest wait that a server may ask for.
    let cap: Duration

    /// `timeLeft` is that of the call, nil without a limit; `random` is from 0 to 1.
    func decide(_ facts: RetryFacts, timeLeft: Duration?, now: Date, random: Double) -> Decision {
        guard rule.matches(facts) else { return .deliver(.noRule) }
        guard facts.repetitions < limit else { return .deliver(.limit) }
        guard mayRepeat(facts) else { return .deliver(.notRepeatable) }
        guard facts.request.body?.isReplayable ?? true else { return .deliver(.notReplayable) }
        var wait = backoff.wait(before: facts.repetitions + 1, random: random)
        if case .success(let response) = facts.outcome, let asked = RetryAfter.delay(in: response, now: now) {
            // Who is told to stay away for an hour and comes back after a minute is no better than who comes at once.
            guard asked <= cap else { return .deliver(.overCap) }
            wait = max(wait, asked)
        }
        if let timeLeft, wait >= timeLeft { return .deliver(.noTime) }
        return .wait(wait, Self.words(facts))
    }

    /// RFC 9110 §9.2.2: a client should not repeat a request that is not idempotent, unless it knows that it was not applied.
    private func mayRepeat(_ facts: RetryFacts) -> Bool {
        if facts.request.method.isIdempotent { return true }
        // By an empty key, as of a variable that was never set, no server knows a repetition.
        if let key = facts.request.fields[.idempotencyKey], !["", "\"\""].contains(key) { return true }
        guard case .failure(let error) = facts.outcome else { return false }
        return error.isSafeToRetry && rule.namesUnsent
    }

    private static func words(_ facts: RetryFacts) -> String {
        switch facts.outcome {
        case .success(let response): "\(response.status)"
        case .failure(let error): error.kind.rawValue
        }
    }
}
