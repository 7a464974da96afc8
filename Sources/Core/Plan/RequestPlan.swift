/// Everything an endpoint asks for, as a value: what is sent, under which policies, and what the answers mean.
///
/// A plan is data. It can be printed, compared, stored as JSON and tested, and is never executed by itself. It comes
/// from `endpoint.plan`, or with the client's base URL and plugins from `client.plan(for:)`. A component of one's own
/// changes it in `declare(in:)`.
///
/// Names and values are kept decoded; they are encoded when the request is made. Two plans are equal when they show the
/// same: a ``Secret`` takes no part in equality, text or JSON.
public struct RequestPlan: Sendable, Equatable {
    /// The endpoint's name for logs and metrics, nil where none is declared.
    public var name: String?
    /// One sentence about the endpoint, for documentation.
    public var summary: String?
    /// Words to group endpoints by.
    public var tags: [String] = []
    /// The method.
    public var method: HTTPMethod = .get
    /// The URL that the path is appended to; nil leaves it to the client.
    public var baseURL: String?
    /// The path with `{name}` in the place of values, or an absolute URL.
    public var path: String = ""
    /// The values of the path.
    public var pathValues: [PathArgument] = []
    /// The query, in declared order.
    public var query: [Parameter] = []
    /// The header fields, in declared order.
    public var fields: [PlanField] = []
    /// The media types that the declared decoders read; they become `Accept` unless that field is declared.
    public var accepts: [MediaType] = []
    /// The content, nil for none.
    public var body: PlanBody?
    /// How long the whole call may take, retries and redirects included; nil for no deadline.
    public var timeout: Duration?
    /// How many bytes of a response are collected, after decompression; more fails the call.
    /// Nil for ``defaultBodyLimit``.
    public var bodyLimit: Int?
    /// What the statuses mean, in the order in which they were declared.
    public internal(set) var responses: [ResponseRule] = []
    /// The summaries of the plugins, outermost first.
    public internal(set) var plugins: [String] = []
    /// What the plugins would add to the request, outermost first.
    public internal(set) var changes: [RequestChange] = []
    /// What components found wrong while declaring.
    var reported: [PlanProblem] = []

    /// 64 MiB.
    public static let defaultBodyLimit = 64 * 1024 * 1024

    /// An empty plan: GET of the base URL itself.
    public init() {}

    /// Keeps a problem: the plan's text shows it, and every call throws it before anything is sent.
    public mutating func report(_ problem: PlanProblem) {
        reported.append(problem)
    }

    /// What is wrong with the plan, in the order in which a reader meets it; a missing base URL is the client's to give.
    public var problems: [PlanProblem] {
        RequestCompiler.problems(of: self).filter { $0 != .noBaseURL }
    }

    /// The request that the plan describes.
    ///
    /// Throws ``PlanError`` with every problem of the plan, the lack of a base URL included.
    public func request() throws(PlanError) -> HTTPRequest {
        try RequestCompiler.request(for: self, base: nil)
    }
}

extension RequestPlan {
    /// How many items or fields there is room for from the first on, so that a usual declaration never grows a list.
    private static let usualCount = 4

    /// Adds an item of the query after the declared ones.
    package mutating func declare(_ item: Parameter) {
        if query.isEmpty { query.reserveCapacity(Self.usualCount) }
        query.append(item)
    }

    /// Adds a field after the declared ones, or in the place of those of its name.
    public mutating func declare(_ field: PlanField) {
        if field.mode == .replace {
            fields.removeAll { $0.name == field.name }
        }
        if fields.isEmpty { fields.reserveCapacity(Self.usualCount) }
        fields.append(field)
    }

    /// Gives the plan a body; a second one is a problem.
    public mutating func declare(_ body: PlanBody) {
        if self.body != nil { report(.secondBody) }
        self.body = body
    }

    /// Adds a media type that a decoder reads, once.
    mutating func accept(_ type: MediaType?) {
        guard let type, !accepts.contains(type) else { return }
        // Nearly every endpoint reads JSON alone: these share one list.
        if accepts.isEmpty, type == .json { accepts = Self.acceptsJSON } else { accepts.append(type) }
    }

    private static let acceptsJSON: [MediaType] = [.json]

    /// What the body and the decoders add where nothing is declared.
    var derivedFields: [PlanField] {
        var derived: [PlanField] = []
        if !accepts.isEmpty, !fields.contains(where: { $0.name == .accept }) {
            derived.append(PlanField(.accept, .text(accepts.map(\.rawValue).joined(separator: ", "))))
        }
        if let body, !fields.contains(where: { $0.name == .contentType }) {
            derived.append(PlanField(.contentType, .text(body.mediaType.rawValue)))
        }
        return derived
    }

    /// Adds what was declared inside this plan's scope: an endpoint's parts to its group's.
    ///
    /// Single things of the inner plan win; lists go on after the outer's; a field in replace mode removes the outer's.
    /// The method and the path are an endpoint's own.
    package mutating func join(_ inner: RequestPlan) {
        name = inner.name ?? name
        summary = inner.summary ?? summary
        tags += inner.tags.filter { !tags.contains($0) }
        baseURL = inner.baseURL ?? baseURL
        pathValues += inner.pathValues
        query += inner.query
        inner.fields.forEach { declare($0) }
        accepts += inner.accepts.filter { !accepts.contains($0) }
        inner.body.map { declare($0) }
        timeout = inner.timeout ?? timeout
        bodyLimit = inner.bodyLimit ?? bodyLimit
        reported += inner.reported
    }
}
