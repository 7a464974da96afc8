/// Puts fields, query items and a time limit into every request that does not declare them.
///
///     Defaults(
///         fields: ["Accept-Language": "en", "X-Key": .secret(Secret(key))],
///         query: ["lang": "en"], timeout: .seconds(30))
///
/// What is declared wins, whatever its value: a field by its name, a query item by its name in the whole URL, and a `Timeout`
/// by being there. The plan shows all of it under `changes`. Items are encoded as declared ones are.
public struct Defaults: Plugin {
    private let fields: [PlanField]
    private let query: [Parameter]
    let timeout: Duration?

    /// Defaults of the parts given. Values are written as text or as `.secret(…)`, query items also as any `Parameter.Value`.
    ///
    /// Credentials (`Authorization`, `Proxy-Authorization`, `Cookie`) are secrets, however they are written.
    public init(
        fields: KeyValuePairs<HTTPFieldName, PlanField.Value> = [:],
        query: KeyValuePairs<String, Parameter.Value> = [:], timeout: Duration? = nil
    ) {
        self.fields = fields.map { name, value in
            if case .text(let text) = value, name.carriesCredentials { return PlanField(name, .secret(Secret(text))) }
            return PlanField(name, value)
        }
        self.query = query.map { Parameter($0, $1) }
        self.timeout = timeout
    }

    /// `defaults for Accept-Language, query lang, timeout 30 s`.
    public var summary: String {
        let names =
            fields.map(\.name.rawName) + query.map { "query \($0.name)" }
            + (timeout.map { ["timeout \(DurationText.seconds($0)) s"] } ?? [])
        return names.isEmpty ? "no defaults" : "defaults for \(names.joined(separator: ", "))"
    }

    /// The same over attempts and redirects.
    public var place: PluginPlace? { .call }

    /// Whatever would be wrong in a declaration is here, too. Inside of redirects, it would change where they lead.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var plan = RequestPlan()
        plan.path = "http://defaults.invalid"
        plan.fields = fields
        plan.query = query
        plan.timeout = timeout
        var problems = plan.problems
        if !query.isEmpty, outside.contains(where: { ($0 as? FollowRedirects)?.isDefault == false }) {
            problems.append(
                .misplaced(
                    "Defaults",
                    "it stands inside of the redirects, so that it adds its items to where they lead: list it before"))
        }
        return problems
    }

    /// What the plan does not declare.
    public func preview(in plan: inout RequestPlan) {
        let declared = Set((plan.fields + plan.derivedFields).map(\.name))
        fields.filter { !declared.contains($0.name) }.forEach { plan.declare($0) }
        let names = Self.names(inQueryOf: plan)
        query.filter { !names.contains($0.name) }.forEach { plan.declare($0) }
        if plan.timeout == nil { plan.timeout = timeout }
    }

    /// Adds what the request does not have. The time limit is the call's, which the client keeps.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        // Inside of redirects that nobody listed: what is for one origin is not for others.
        guard request.url.hasSameOrigin(as: exchange.url) else { return try await next(request) }
        var changed = request
        for field in fields where !request.fields.contains(field.name) {
            switch field.value {
            case .text(let text): changed.fields.append(HTTPField(field.name, text, secret: false))
            case .secret(let secret): changed.fields.append(HTTPField(field.name, secret.reveal() ?? "", secret: true))
            }
        }
        if !query.isEmpty {
            let names = RequestURL.names(inQuery: request.url.query)
            changed.url = request.url.appending(query.filter { !names.contains($0.name) })
        }
        return try await next(changed)
    }

    /// Base URL and path may have items of their own.
    private static func names(inQueryOf plan: RequestPlan) -> Set<String> {
        var plan = plan
        if plan.baseURL == nil { plan.baseURL = "http://defaults.invalid" }
        return RequestURL.names(inQuery: RequestCompiler.shownURL(of: plan)?.query).union(plan.query.map(\.name))
    }
}

extension Defaults: CustomReflectable {
    /// The summary, which has no value in it.
    public var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }
}
