/// Sends credentials with requests, and gets new ones when a server says 401.
///
///     Authenticate(.basic("me", password))
///     Authenticate(.digest("me", password))
///     Authenticate(.oauth2("https://id.example.com/token", clientID: "app", clientSecret: secret))
///     Authenticate(.bearer { context in try await myToken() })
///
/// A request is repeated once after a 401 (RFC 9110 §15.5.2), if its body can be sent again; a second 401 is an answer like
/// any other. Credentials go to one origin alone: the one that the call begins with, or the one named. An `Authorization`
/// that the endpoint declares stays as it is, and nothing is done about its 401.
///
/// List it inside of `Retry`, so that an attempt after a wait has credentials of its own time.
public struct Authenticate: Plugin {
    private let authenticator: any Authenticator
    private let origin: RequestURL?
    private let namedOrigin: String?

    /// A plugin that authenticates in the way given.
    ///
    /// `origin` is a URL whose scheme, host and port the credentials are for, whatever its path; nil for the origin that each
    /// call begins with.
    public init(_ authentication: Authentication, origin: String? = nil) {
        authenticator = authentication.authenticator
        namedOrigin = origin.map { PlanProblem.originAndPath($0) }
        self.origin = origin.flatMap { RequestURL($0) }
    }

    /// `authenticate with digest`.
    public var summary: String {
        let place = origin.map { " for \($0.scheme)://\($0.authority)" } ?? ""
        return "authenticate with \(authenticator.name)\(place)"
    }

    /// As the authenticator says.
    public var place: PluginPlace? { authenticator.place }

    /// `Authorization`, redacted, where the request goes to the origin that the credentials are for.
    public func preview(in plan: inout RequestPlan) {
        guard !plan.fields.contains(where: { $0.name == .authorization }) else { return }
        if let origin, let url = try? plan.request().url, !url.hasSameOrigin(as: origin) { return }
        let scheme = authenticator.scheme
        plan.declare(
            PlanField(
                .authorization,
                authenticator.waitsForChallenge
                    ? .text("\(scheme) <once a server asks for it>") : .secret(Secret("\(scheme) x"))))
    }

    /// Two for the same origin, of which the inner one would do nothing, a place that can't be, and settings that can't be.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var problems = authenticator.problems
        if let namedOrigin, origin == nil { problems.append(.badSetting("Authenticate", "the origin \(namedOrigin)")) }
        if outside.contains(where: { ($0 as? Authenticate)?.isForOrigin(of: self) ?? false }) {
            problems.append(.listedTwice("Authenticate"))
        }
        if place == .hop {
            problems += problemsOfRedirects(inside, "its answer, which is for one URL, would go to another")
        }
        return problems
    }

    private func isForOrigin(of other: Authenticate) -> Bool {
        guard let origin, let theirs = other.origin else { return origin == nil && other.origin == nil }
        return origin.hasSameOrigin(as: theirs)
    }

    /// Sends the request with credentials, and once more with others where they are refused.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        guard request.url.hasSameOrigin(as: origin ?? exchange.url), !request.fields.contains(.authorization) else {
            return try await next(request)
        }
        let context = AuthenticationContext(exchange)
        var credentials = try await authenticator.credentials(for: request, context)
        var response = try await Self.response(to: Self.request(request, with: credentials), exchange, next)
        for repetition in 1...2 {
            // After a redirect to another origin it is not these credentials that were refused.
            guard response.status == 401, request.body?.isReplayable ?? true,
                response.url?.hasSameOrigin(as: request.url) ?? true,
                let renewed = try await authenticator.credentials(
                    for: request, refused: credentials, by: response, repetition: repetition, context)
            else { break }
            credentials = renewed
            response = try await Self.response(to: Self.request(request, with: renewed), exchange, next)
        }
        return response
    }

    /// The response. A 401 that a transport streams though nobody asked is read to its end, as the client would do later:
    /// else it holds its connection while it waits for credentials, which may need that connection.
    private static func response(
        to request: HTTPRequest, _ exchange: Exchange, _ next: Next
    ) async throws -> HTTPResponse {
        let response = try await next(request)
        guard response.status == 401, !exchange.streamsBody(after: response) else { return response }
        return try await BodyReception.collected.receive(response, limit: exchange.bodyLimit)
    }

    private static func request(_ request: HTTPRequest, with credentials: Credentials?) -> HTTPRequest {
        guard let value = credentials?.value.reveal() else { return request }
        var request = request
        request.fields.append(HTTPField(.authorization, value, secret: true))
        return request
    }
}

extension Authenticate: CustomReflectable {
    /// The summary: an authenticator holds secrets.
    public var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }
}
