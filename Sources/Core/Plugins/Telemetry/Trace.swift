/// Lets a server's spans join the caller's trace: sends `traceparent` and `tracestate` (W3C Trace Context).
///
///     Trace()                                          // each call begins a trace
///     Trace(parent: { Tracing.current })               // calls join the trace of a task-local, where there is one
///
/// Attempts and redirects of one call share the trace, and each request has a span of its own, since each is one to the server.
/// Plugins find the context in `exchange[TraceContext.Current.self]`, outside of this one the last request's. A
/// `traceparent` that is declared stays as it is.
public struct Trace: Plugin {
    private let parent: @Sendable () -> TraceContext?
    private let hasParent: Bool
    private let isSampled: Bool
    private let randomness: Randomness

    /// A trace of the parts given.
    ///
    /// - Parameters:
    ///   - sampled: Whether a trace that begins here asks to be recorded; others keep their parent's flag.
    ///   - randomness: Where IDs come from.
    ///   - parent: The context that a call is part of, asked once a call in the task that called; nil begins a trace.
    public init(
        sampled: Bool = true, randomness: Randomness = .system, parent: (@Sendable () -> TraceContext?)? = nil
    ) {
        self.parent = parent ?? { nil }
        hasParent = parent != nil
        isSampled = sampled
        self.randomness = randomness
    }

    /// `trace`.
    public var summary: String { "trace" }

    /// Each request that a server sees.
    public var place: PluginPlace? { .hop }

    /// Two of them would send one. Outside of a retry, attempts would share a span; outside of redirects, hops.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        let problems = problemsOfRepetition(outside)
        guard inside.contains(where: { $0.place == .retry }) else {
            return problems + problemsOfRedirects(inside, "hops share a span")
        }
        let reason = "it stands outside of what repeats requests, so that attempts share a span: list it after"
        return problems + [.misplaced("Trace", reason)]
    }

    /// The fields, unless they are declared.
    public func preview(in plan: inout RequestPlan) {
        guard !plan.fields.contains(where: { $0.name == .traceparent }) else { return }
        let trace = hasParent ? "<the parent's trace or a new one>" : "<a new trace>"
        plan.declare(PlanField(.traceparent, .text("00-\(trace)-<a new span>-<flags>")))
        plan.fields.removeAll { $0.name == .tracestate }
        if hasParent { plan.declare(PlanField(.tracestate, .text("<the parent's>"))) }
    }

    /// Adds the fields for a span of this request alone.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        guard !request.fields.contains(.traceparent) else { return try await next(request) }
        var randomness = randomness
        let base = exchange[TraceContext.Current.self] ?? parent()
        let context =
            base?.child(from: &randomness) ?? TraceContext(from: &randomness, isSampled: isSampled)
        exchange[TraceContext.Current.self] = context
        var request = request
        request.fields[.traceparent] = context.traceparent
        // A state belongs to the parent beside it (§3.3.1).
        request.fields[.tracestate] = context.state
        return try await next(request)
    }
}
