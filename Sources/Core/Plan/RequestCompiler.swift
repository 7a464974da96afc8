/// Makes the request that a plan describes, and finds everything that keeps it from being made.
struct RequestCompiler {
    private let plan: RequestPlan
    private(set) var problems: [PlanProblem]
    private var request: HTTPRequest?
    /// The URL as far as it can be made, also where the plan has problems.
    private(set) var shownURL: RequestURL?

    /// Whether the request is only shown: secrets are redacted then, and need not be known.
    private let isForShow: Bool

    /// `base` is the client's URL, already read; the plan's own goes before it.
    init(_ plan: RequestPlan, base: RequestURL?, isForShow: Bool = false) {
        self.plan = plan
        self.isForShow = isForShow
        problems = plan.reported
        if !ASCII.isToken(plan.method.rawValue) { problems.append(.badMethod(plan.method.rawValue)) }
        let url = makeURL(base: base)
        shownURL = url
        let fields = makeFields()
        if plan.body != nil, !plan.method.allowsBody { problems.append(.bodyOn(plan.method)) }
        if case .form(let parameters) = plan.body?.content { checkSecrets(parameters, .body) }
        if case .stream(let stream) = plan.body?.content, !isForShow, !stream.hasChunks {
            problems.append(.unknownStream)
        }
        checkLimits()
        guard problems.isEmpty, let url else { return }
        request = HTTPRequest(method: plan.method, url: url, fields: fields, body: plan.body?.httpBody)
    }

    func result() throws(PlanError) -> HTTPRequest {
        guard let request else { throw PlanError(problems) }
        return request
    }

    private mutating func checkLimits() {
        if let timeout = plan.timeout, timeout <= .zero {
            problems.append(.notPositive("timeout", "\(DurationText.seconds(timeout)) s"))
        }
        if let limit = plan.bodyLimit, limit <= 0 { problems.append(.notPositive("body limit", "\(limit)")) }
    }
}

// MARK: URL

extension RequestCompiler {
    private mutating func makeURL(base: RequestURL?) -> RequestURL? {
        let path = PathWriter(plan.path, values: plan.pathValues)
        problems += path.problems
        let start = path.isAbsolute ? readBase(path.text, .path) : plan.baseURL.map { readBase($0, .baseURL) } ?? base
        if start == nil, !path.isAbsolute, plan.baseURL == nil { problems.append(.noBaseURL) }
        checkSecrets(plan.query, .query)
        guard let start else { return nil }
        let literal = path.isAbsolute ? nil : path.query
        let given = [start.query, literal].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "&")
        let query = joined(given, redacting: false)
        return RequestURL(
            scheme: start.scheme, host: start.host, port: start.port,
            path: path.isAbsolute ? start.path : Self.appending(path.path, to: start.path),
            query: query,
            redactedQuery: plan.query.contains(where: \.isSecret) ? joined(given, redacting: true) : nil)
    }

    private mutating func checkSecrets(_ parameters: [Parameter], _ part: PlanProblem.Part) {
        for item in parameters where !isForShow {
            if case .secret(let secret) = item.value, secret.reveal() == nil {
                problems.append(.unknownSecret(part, item.name))
            }
        }
    }

    private func joined(_ given: String, redacting: Bool) -> String? {
        guard !plan.query.isEmpty else { return given.isEmpty ? nil : given }
        let declared = Parameter.joined(plan.query, redacting: redacting)
        return given.isEmpty ? declared : "\(given)&\(declared)"
    }

    private mutating func readBase(_ text: String, _ part: PlanProblem.Part) -> RequestURL? {
        guard let reference = URLReference(text) else {
            // Of a path it is known already.
            let problem = PlanProblem.controlCharacter(part, text)
            if !problems.contains(problem) { problems.append(problem) }
            return nil
        }
        if reference.fragment != nil { problems.append(.fragment(part, text)) }
        do throws(URLReference.Refusal) {
            return try reference.absolute()
        } catch {
            problems.append(.badURL(part, text, error.reason))
            return nil
        }
    }

    /// `/v1` and `users`, `/v1/` and `/users`, all give `/v1/users`; an empty path leaves the base as it is.
    private static func appending(_ path: String, to base: String) -> String {
        if path.isEmpty { return base }
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        return path.hasPrefix("/") ? base + path : "\(base)/\(path)"
    }
}

// MARK: Fields

extension RequestCompiler {
    private mutating func makeFields() -> HTTPFields {
        var fields = HTTPFields()
        for field in plan.fields {
            if let made = make(field) { fields.append(made) }
        }
        if !plan.accepts.isEmpty, !fields.contains(.accept) {
            append(.accept, plan.accepts.map(\.rawValue).joined(separator: ", "), to: &fields)
        }
        if let body = plan.body, !fields.contains(.contentType) {
            append(.contentType, body.mediaType.rawValue, to: &fields)
        }
        return fields
    }

    /// Media types are text of any kind, so what is derived from them is checked like what is declared.
    private mutating func append(_ name: HTTPFieldName, _ value: String, to fields: inout HTTPFields) {
        if let made = make(PlanField(name, .text(value))) { fields.append(made) }
    }

    private mutating func make(_ field: PlanField) -> HTTPField? {
        let name = field.name.rawName
        guard ASCII.isToken(name) else {
            problems.append(.badFieldName(name))
            return nil
        }
        if field.name == .contentLength || field.name == .transferEncoding { problems.append(.framingField(name)) }
        switch field.value {
        case .text(let text):
            if !Self.isSound(text) { problems.append(.badFieldValue(name, text)) }
            return HTTPField(field.name, text, secret: false)
        case .secret(let secret):
            guard let text = secret.reveal() ?? (isForShow ? secret.description : nil) else {
                problems.append(.unknownSecret(.field, name))
                return nil
            }
            if !Self.isSound(text) { problems.append(.badFieldValue(name, nil)) }
            return HTTPField(field.name, text, secret: true)
        }
    }

    /// RFC 9110 §5.5: no control character but the tab; CR, LF and NUL are how requests are smuggled.
    private static func isSound(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
