/// When a request is worth repeating: rules that combine, as `.idempotent.or(.status(429, 503))`.
///
/// A rule says what ended an attempt in a way that may pass. Whether the request may be sent again at all is not for it to
/// say: see ``Retry``.
public struct RetryRule: Sendable, CustomStringConvertible {
    private indirect enum Kind: Sendable {
        case idempotent
        case unsent
        case status(StatusSet)
        case transport([TransportError.Kind])
        case own(String, @Sendable (RetryFacts) -> Bool)
        case or(Kind, Kind)
        case and(Kind, Kind)
        case not(Kind)
    }

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A rule of one's own, with its words for the plan.
    public init(_ description: String, _ matches: @escaping @Sendable (RetryFacts) -> Bool) {
        kind = .own(description, matches)
    }

    /// What usually passes: 408, 429, 500, 502, 503, 504, and no response but for a bad certificate or a full limit.
    ///
    /// For idempotent requests (RFC 9110 §9.2.2) and those with an idempotency key.
    public static let idempotent = RetryRule(.idempotent)
    /// The request can't have reached the server (``TransportError/isSafeToRetry``) and the reason may pass: the name was not
    /// found or nobody listened. Where this is named, it holds for every method.
    public static let unsent = RetryRule(.unsent)
    /// Responses with one of the statuses.
    public static func status(_ codes: Int...) -> RetryRule { RetryRule(.status(StatusSet(kind: .exact(codes)))) }
    /// Responses with a status of the set: `.status(.serverError)`.
    public static func status(_ statuses: StatusSet) -> RetryRule { RetryRule(.status(statuses)) }
    /// No response, for one of the reasons.
    public static func transport(_ kinds: TransportError.Kind...) -> RetryRule { RetryRule(.transport(kinds)) }

    /// Either rule.
    public func or(_ other: RetryRule) -> RetryRule { RetryRule(.or(kind, other.kind)) }
    /// Both rules.
    public func and(_ other: RetryRule) -> RetryRule { RetryRule(.and(kind, other.kind)) }
    /// What the rule does not take for something that may pass: `.idempotent.and(.not(.status(500)))`.
    public static func not(_ rule: RetryRule) -> RetryRule { RetryRule(.not(rule.kind)) }
    /// The same as ``not(_:)``.
    public static prefix func ! (rule: RetryRule) -> RetryRule { .not(rule) }

    /// Whether the rule takes what happened for something that may pass.
    func matches(_ facts: RetryFacts) -> Bool { Self.matches(kind, facts) }

    /// Whether it names what never reached the server, which may be sent again whatever the method.
    var namesUnsent: Bool { Self.namesUnsent(kind) }

    private static func matches(_ kind: Kind, _ facts: RetryFacts) -> Bool {
        switch (kind, facts.outcome) {
        case (.idempotent, .success(let response)): transientStatuses.contains(response.status.code)
        case (.idempotent, .failure(let error)): transientKinds.contains(error.kind)
        case (.unsent, .failure(let error)): error.isSafeToRetry && transientKinds.contains(error.kind)
        case (.status(let statuses), .success(let response)): statuses.contains(response.status)
        case (.transport(let kinds), .failure(let error)): kinds.contains(error.kind)
        case (.own(_, let matches), _): matches(facts)
        case (.or(let left, let right), _): Self.matches(left, facts) || Self.matches(right, facts)
        case (.and(let left, let right), _): Self.matches(left, facts) && Self.matches(right, facts)
        case (.not(let inner), _): !Self.matches(inner, facts)
        case (.unsent, .success), (.status, .failure), (.transport, .success): false
        }
    }

    private static func namesUnsent(_ kind: Kind) -> Bool {
        switch kind {
        case .unsent: true
        case .or(let left, let right), .and(let left, let right): namesUnsent(left) || namesUnsent(right)
        // Who names it to leave it out wants less of it, not more.
        case .idempotent, .status, .transport, .own, .not: false
        }
    }

    /// RFC 9110 §15.5.9 and §15.6, RFC 6585 §4: what the same request may not meet the next time. Not 425 (RFC 8470 §5.2):
    /// it answers early data, which no transport here sends, so the same request would meet it again.
    private static let transientStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]
    private static let transientKinds: Set<TransportError.Kind> = [
        .nameLookup, .connectionRefused, .timeout, .connectionLost,
    ]

    /// The rule in words, for the plan.
    public var description: String { Self.words(kind) }

    private static func words(_ kind: Kind) -> String {
        switch kind {
        case .idempotent: "idempotent"
        case .unsent: "unsent"
        case .status(let statuses): "status \(statuses)"
        case .transport(let kinds): kinds.map(\.rawValue).joined(separator: " or ")
        case .own(let description, _): description
        case .or(let left, let right): "\(words(left)) or \(words(right))"
        case .and(let left, let right): "(\(words(left))) and (\(words(right)))"
        case .not(let inner): "not (\(words(inner)))"
        }
    }
}

/// What a rule decides by: the request, what came of it, and how often it has been sent.
public struct RetryFacts: Sendable {
    /// The request.
    public let request: HTTPRequest
    /// The response, or why there is none.
    public let outcome: Result<HTTPResponse, TransportError>
    /// How often it was repeated already: 0 after the first attempt.
    public let repetitions: Int

    /// Facts of the parts given, to test a rule of one's own.
    public init(request: HTTPRequest, outcome: Result<HTTPResponse, TransportError>, repetitions: Int = 0) {
        self.request = request
        self.outcome = outcome
        self.repetitions = repetitions
    }
}
