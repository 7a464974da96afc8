/// Keeps the cookies that servers set, and sends them back (RFC 6265bis).
///
///     Client("https://api.example.com") { Cookies() }            // in memory, for as long as the client is there
///     Client("https://api.example.com") { Cookies(jar) }         // shared, or in a file: see CookieJar
///
/// It sees each hop, so that what a redirect sets is kept and sent. A cookie that the endpoint declares itself goes before one
/// of the same name in the jar.
public struct Cookies: Plugin {
    private let jar: CookieJar

    /// Cookies of the jar; of one in memory where none is given.
    public init(_ jar: CookieJar = CookieJar()) {
        self.jar = jar
    }

    /// `cookies in memory`, or `cookies in a file`.
    public var summary: String { jar.isInFile ? "cookies in a file" : "cookies in memory" }

    /// Inside of redirects: each hop has its own.
    public var place: PluginPlace? { .hop }

    /// The jar's cookies at the time of sending, redacted.
    public func preview(in plan: inout RequestPlan) {
        let declared = plan.fields.filter { $0.name == .cookie }.map(\.shownValue)
        plan.declare(
            PlanField(.cookie, .text((declared + ["<cookies of the jar>"]).joined(separator: "; ")), mode: .replace))
    }

    /// Outside of redirects, it would miss what they set.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        problemsOfRepetition(outside) + problemsOfRedirects(inside, "it misses what they set")
    }

    /// Sends the request with the cookies for its URL, and keeps those that come back.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        var request = request
        if let value = value(for: request, exchange) {
            request.fields.replace(HTTPField(.cookie, value, secret: true))
        }
        let response = try await next(request)
        jar.store(response, from: response.url ?? request.url, at: exchange.date)
        return response
    }

    private func value(for request: HTTPRequest, _ exchange: Exchange) -> String? {
        let declared = request.fields.values(of: .cookie).filter { !$0.isEmpty }
        let names = Set(declared.flatMap { $0.split(separator: ";").map(Self.name) })
        let own = jar.cookies(for: request.url, at: exchange.date)
            .filter { !names.contains($0.name) }
            .map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }
        return own.isEmpty ? nil : (declared + own).joined(separator: "; ")
    }

    private static func name(of pair: Substring) -> String {
        String((pair.firstIndex(of: "=").map { pair[..<$0] } ?? pair).trimmingPrefix { $0 == " " })
    }
}
