/// Gives requests that are not idempotent a key by which the server knows a repetition: `Idempotency-Key`.
///
/// The key is a new UUID for each call and stays the same over its attempts and redirects
/// (draft-ietf-httpapi-idempotency-key-header). ``Retry`` repeats what has one. List it outside of `Retry`; as part of an
/// endpoint, `Use(Idempotency())` finds that place by itself. A key that the endpoint declares stays as it is.
public struct Idempotency: Plugin {
    private let isForAll: Bool
    private let isQuoted: Bool
    private let randomness: Randomness

    /// A plugin for POST, PATCH and methods of one's own.
    ///
    /// - Parameters:
    ///   - forAll: Whether GET, PUT and the others that are idempotent get a key as well.
    ///   - quoted: Whether the value is a quoted string, as the draft says (§2.1); some servers want it bare.
    ///   - randomness: Where the keys come from.
    public init(forAll: Bool = false, quoted: Bool = true, randomness: Randomness = .system) {
        isForAll = forAll
        isQuoted = quoted
        self.randomness = randomness
    }

    /// `idempotency key`, `idempotency key for every method`.
    public var summary: String { isForAll ? "idempotency key for every method" : "idempotency key" }

    /// Around the attempts, which share the key.
    public var place: PluginPlace? { .call }

    /// The key, for methods that get one.
    public func preview(in plan: inout RequestPlan) {
        guard isForAll || !plan.method.isIdempotent, !plan.fields.contains(where: { $0.name == .idempotencyKey }) else {
            return
        }
        plan.declare(PlanField(.idempotencyKey, .text("<a new UUID>")))
    }

    /// Inside of a retry, which does not see the key there, requests would not be repeated, or each with another key.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var problems = problemsOfRepetition(outside)
        if outside.contains(where: { $0.place == .retry }) {
            problems.append(
                .misplaced(
                    "Idempotency",
                    "it stands inside of what repeats requests, so that each attempt has another key: list it before"))
        }
        return problems
    }

    /// Adds the key.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        guard isForAll || !request.method.isIdempotent, !request.fields.contains(.idempotencyKey) else {
            return try await next(request)
        }
        var request = request
        // Inside of redirects each hop passes here, and all are the same call.
        let key = exchange[CallKey.self] ?? key()
        exchange[CallKey.self] = key
        request.fields.append(HTTPField(.idempotencyKey, isQuoted ? "\"\(key)\"" : key))
        return try await next(request)
    }

    private enum CallKey: ExchangeKey {
        static let defaultValue: String? = nil
    }

    /// A UUID of version 4 (RFC 9562 §5.4).
    private func key() -> String {
        let high = randomness.next() & ~0xF000 | 0x4000
        let low = randomness.next() & ~(0b11 << 62) | 0b10 << 62
        let digits = [high, low].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        let text = Array(digits.joined())
        return [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20...]]
            .map { String($0) }.joined(separator: "-")
    }
}

extension HTTPFieldName {
    /// By which a server knows the repetition of a request (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey = HTTPFieldName("Idempotency-Key")
}
