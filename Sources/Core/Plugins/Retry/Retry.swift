/// Sends a request again when it failed in a way that may pass.
///
///     Retry()                                                           // idempotent requests, 3 times, with backoff
///     Retry(.idempotent.or(.status(429, 503)), upTo: 3, .exponential(from: .seconds(0.5), to: .seconds(30)))
///
/// Whatever the rule says, it never repeats a request that is neither idempotent (RFC 9110 §9.2.2) nor has an
/// `Idempotency-Key` (see ``Idempotency``), nor one whose body can't be sent again; but a rule that names
/// ``RetryRule/unsent`` repeats what can't have reached the server. `Retry-After` (RFC 9110 §10.2.3) is honoured up to a cap,
/// and where it asks for more, or a wait would outlast the call's ``Exchange/timeLeft``, the failure is delivered at once.
///
/// The last outcome is delivered as it is, so that the endpoint's `OnError` reads it. The attempts before it stand in
/// `attempts` of the reply, the response and the failure.
public struct Retry: Plugin {
    private let policy: RetryPolicy
    private let attemptTimeout: Duration?
    private let randomness: Randomness

    /// A plugin of the policy given.
    ///
    /// - Parameters:
    ///   - rule: What is worth repeating.
    ///   - limit: How often a request is repeated: 3 means four requests at the most.
    ///   - backoff: The waits. `Retry-After` can make them longer.
    ///   - retryAfterCap: The longest wait that a server may ask for.
    ///   - attemptTimeout: How long one attempt may take, redirects included; nil for no limit but the call's.
    ///   - randomness: Where the jitter comes from.
    public init(
        _ rule: RetryRule = .idempotent, upTo limit: Int = 3,
        _ backoff: Backoff = .exponential(from: .seconds(0.5), to: .seconds(30)),
        retryAfterCap: Duration = .seconds(60), attemptTimeout: Duration? = nil, randomness: Randomness = .system
    ) {
        policy = RetryPolicy(rule: rule, limit: limit, backoff: backoff, cap: retryAfterCap)
        self.attemptTimeout = attemptTimeout
        self.randomness = randomness
    }

    /// `retry up to 3 times: idempotent; waits 0.5 s doubling to 30 s, jittered`.
    public var summary: String {
        let times = policy.limit == 1 ? "once" : "up to \(policy.limit) times"
        let timeout = attemptTimeout.map { "; an attempt may take \(DurationText.seconds($0)) s" } ?? ""
        return "retry \(times): \(policy.rule); waits \(policy.backoff)\(timeout)"
    }

    /// Between what sees a call and what sees an attempt.
    public var place: PluginPlace? { .retry }

    /// Two of them multiply; a number below zero means nothing.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var problems = problemsOfRepetition(outside)
        if policy.limit < 0 { problems.append(.badSetting("Retry", "upTo: \(policy.limit)")) }
        if let words = policy.backoff.problem { problems.append(.badSetting("Retry", words)) }
        if policy.cap < .zero {
            problems.append(.badSetting("Retry", "retryAfterCap: \(DurationText.seconds(policy.cap)) s"))
        }
        if let attemptTimeout, attemptTimeout <= .zero {
            problems.append(.badSetting("Retry", "an attempt of \(DurationText.seconds(attemptTimeout)) s"))
        }
        return problems
    }

    /// Sends the request, and again as the policy says.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        var repetitions = 0
        while true {
            switch try await step(request, repetitions, exchange, next) {
            case .deliver(let outcome):
                return try outcome.get()
            case .wait(let wait, let reason):
                exchange.emit(.retrying(after: wait, reason))
                if wait > .zero { try await exchange.clock.sleep(for: wait) }
                repetitions += 1
            }
        }
    }

    private enum Step {
        case deliver(Result<HTTPResponse, TransportError>)
        case wait(Duration, String)
    }

    /// One attempt and what follows from it. Who waits does not hold the response any more: if its body is a stream, that
    /// closes the transfer, which would keep its connection until the wait is over.
    private func step(
        _ request: HTTPRequest, _ repetitions: Int, _ exchange: Exchange, _ next: Next
    ) async throws -> Step {
        let outcome = try await attempt(request, exchange.attempt + repetitions, next)
        // The deadline, or a person: what comes now would be cancelled at once.
        if Task.isCancelled { return .deliver(outcome) }
        let facts = RetryFacts(request: request, outcome: outcome, repetitions: repetitions)
        let decision = policy.decide(
            facts, timeLeft: exchange.timeLeft, now: exchange.date, random: randomness.fraction())
        return switch decision {
        case .deliver: .deliver(outcome)
        case .wait(let wait, let reason): .wait(wait, reason)
        }
    }

    /// A plugin's own errors are no outcome: they would be the same the next time.
    private func attempt(
        _ request: HTTPRequest, _ number: Int, _ next: Next
    ) async throws -> Result<HTTPResponse, TransportError> {
        do {
            guard let attemptTimeout else { return .success(try await next(request, attempt: number)) }
            return .success(try await next(request, attempt: number, within: attemptTimeout))
        } catch let error as TransportError where error.kind != .cancelled && error.kind != .plugin {
            return .failure(error)
        }
    }
}
