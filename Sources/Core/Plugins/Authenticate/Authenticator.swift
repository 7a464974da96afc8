/// A way to say who asks: what ``Authenticate`` puts into requests, and what it does when a server says 401.
///
/// ``Authentication`` has the ready ones. Write one for another scheme, such as signatures: keep what must be kept in a lock
/// of your own, since calls ask at once, and never show a secret.
///
///     struct Signature: Authenticator {
///         let key: String
///         let name = "signature"
///         func credentials(for request: HTTPRequest, _ context: AuthenticationContext) async throws -> Credentials? {
///             Credentials("Signature \(sign(request, key, context.date))")
///         }
///     }
public protocol Authenticator: Sendable {
    /// What it is called in the plan: `bearer token`. Never holds a secret.
    var name: String { get }
    /// The scheme that the plan shows before the redacted credentials.
    var scheme: String { get }
    /// Whether a first request goes without credentials: they answer a challenge.
    var waitsForChallenge: Bool { get }
    /// Where the plugin stands with it: `.attempt`, unless the credentials depend on the URL of each hop.
    var place: PluginPlace { get }
    /// Settings that can't be.
    var problems: [PlanProblem] { get }

    /// The credentials to send with a request from the start; nil for none, to wait for a challenge.
    func credentials(for request: HTTPRequest, _ context: AuthenticationContext) async throws -> Credentials?

    /// The credentials to send the request with once more, after a 401; nil to deliver the response.
    ///
    /// `refused` is what it was sent with. It is asked at most twice for a request; `repetition` is 1, then 2.
    func credentials(
        for request: HTTPRequest, refused: Credentials?, by response: HTTPResponse, repetition: Int,
        _ context: AuthenticationContext
    ) async throws -> Credentials?
}

extension Authenticator {
    /// The same as ``name``.
    public var scheme: String { name }
    /// Sent from the start.
    public var waitsForChallenge: Bool { false }
    /// Once an attempt.
    public var place: PluginPlace { .attempt }
    /// None.
    public var problems: [PlanProblem] { [] }

    /// Delivers every 401.
    public func credentials(
        for request: HTTPRequest, refused: Credentials?, by response: HTTPResponse, repetition: Int,
        _ context: AuthenticationContext
    ) async throws -> Credentials? { nil }
}
