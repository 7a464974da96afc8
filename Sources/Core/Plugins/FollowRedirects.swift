/// Follows redirects: 301, 302, 303, 307 and 308 with a `Location` (RFC 9110 §15.4). Every `Client` has it by default.
///
/// 303 turns into GET, and so does POST after 301 and 302; 307 and 308 keep method and body. Secrets, `Authorization`
/// and `Cookie` are dropped when the origin changes. https to http, a loop, one redirect more than the limit, a body with
/// a secret that would go to another origin, and a body that can't be sent twice (``ByteStream/isReplayable``) end the call
/// as `.unexpected` with the redirect's response. A redirect without `Location` is an answer like any other.
public struct FollowRedirects: Plugin {
    /// How many redirects are followed in one call; 0 makes a redirect an answer like any other.
    public let limit: Int
    /// Whether no client listed it: then it stays the innermost, inside of what endpoints add.
    let isDefault: Bool

    /// A plugin that follows as many redirects as given, 20 where nothing is said.
    public init(limit: Int = 20) {
        self.init(limit: limit, isDefault: false)
    }

    init(limit: Int, isDefault: Bool) {
        self.limit = limit
        self.isDefault = isDefault
    }

    /// What a client has where none is listed.
    static let byDefault = FollowRedirects(limit: 20, isDefault: true)

    /// `follow redirects, at most 20`.
    public var summary: String {
        limit > 0 ? "follow redirects, at most \(limit)" : "follow no redirects"
    }

    /// Between attempts and hops.
    public var place: PluginPlace? { .redirect }

    /// Listed twice, the inner one would do all the work.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        problemsOfRepetition(outside)
    }

    /// Sends the request, then whatever its response points to.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        let policy = RedirectPolicy(limit: limit)
        var request = request
        var visited: [RequestURL] = []
        while true {
            let response = try await Self.response(to: request, isFirst: visited.isEmpty, next)
            guard policy.isRedirect(response) else { return response }
            // A server may repeat what it was sent where it points to, also what plugins inside of this one have added.
            let secrets = request.secretValues + exchange.shared.history.secretValues + response.cookieValues
            request.url = request.url.keepingSecret(secrets)
            visited.append(request.url)
            switch policy.decide(request, response, visited: visited) {
            case .deliver:
                return response
            case .refuse(let reason):
                throw UnacceptableResponse(response, reason)
            case .follow(let following):
                request = following
                exchange.emit(.redirected(following.url))
            }
        }
    }

    /// Once a server has redirected it, a request has been seen, whatever becomes of the next hop.
    private static func response(
        to request: HTTPRequest, isFirst: Bool, _ next: Next
    ) async throws -> HTTPResponse {
        do {
            return try await next(request)
        } catch let error as TransportError where error.isSafeToRetry && !isFirst {
            throw TransportError(error.kind, error.detail, underlying: error.underlying, isSafeToRetry: false)
        }
    }
}
