/// Wraps an exchange: the one way behaviour is added to calls. Redirects, logs, retries, caches are all plugins.
///
/// Write one for what every call, or every call of a group, has to do. Give it to `Client`, or to a group or an
/// endpoint with `Use`. `next` hands the request on to the plugins inside and at last to the transport; call it once
/// to observe or to change what passes, more than once to try again, not at all to answer by yourself.
///
///     struct Stamp: Plugin {
///         var summary: String { "stamp" }
///         func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
///             var request = request
///             request.fields[.userAgent] = "me"
///             return try await next(request)
///         }
///     }
///
/// An error of `next` is handed on, or handled. An error of the plugin's own ends the call as `.transport` of kind
/// `.plugin`; a ``TransportError``, ``PlanError`` or ``UnacceptableResponse`` keeps its meaning. Waiting has to end
/// when the task is cancelled, which `exchange.clock` sees to.
public protocol Plugin: Sendable {
    /// The plugin's line in the plan, with its settings: `follow redirects, at most 20`. Never holds a secret.
    var summary: String { get }
    /// Where the plugin stands by its nature; nil, the default, where it is as good in one place as in another.
    var place: PluginPlace? { get }
    /// Carries out one exchange, or lets `next` do it.
    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse
    /// Writes what the plugin would add to a request into its plan, for ``RequestPlan/changes``. Nothing is sent.
    ///
    /// The plan comes with what plugins outside of this one add. A value that is made anew for each request is written as
    /// what it is, in angle brackets: `<a new UUID>`. A secret stays one. The default writes nothing.
    func preview(in plan: inout RequestPlan)
    /// What can't be right about the plugin or its place among the others, with what to do about it.
    ///
    /// Both lists stand outermost first. Each becomes a problem of the plan, and calls throw it before anything is sent. The
    /// default finds nothing.
    func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem]
}

extension Plugin {
    /// No opinion.
    public var place: PluginPlace? { nil }
    /// Writes nothing.
    public func preview(in plan: inout RequestPlan) {}
    /// Finds nothing.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] { [] }

    /// A problem where one of the type stands outside of this one, for those that can't be right twice.
    func problemsOfRepetition(_ outside: ArraySlice<any Plugin>) -> [PlanProblem] {
        outside.contains { $0 is Self } ? [.listedTwice("\(Self.self)")] : []
    }

    /// A problem where redirects are followed inside of this one, for those that have to see each hop.
    ///
    /// It names the plugin to stand after: where nobody listed `FollowRedirects`, the last that stands outside of hops.
    func problemsOfRedirects(_ inside: ArraySlice<any Plugin>, _ consequence: String) -> [PlanProblem] {
        guard inside.contains(where: { ($0 as? FollowRedirects).map { $0.limit > 0 } ?? false }),
            let last = inside.last(where: PluginChain.standsOutsideOfHops)
        else { return [] }
        let name = "\(Self.self)"
        return [
            .misplaced(name, "it stands outside of redirects, so that \(consequence): list it after \(type(of: last))")
        ]
    }
}
