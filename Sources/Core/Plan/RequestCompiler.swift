/// Makes the request that a plan describes, and finds everything that keeps it from being made.
///
/// Every call makes one. It is never copied, and does not keep the plan, whose references would all be counted.
struct RequestCompiler: ~Copyable {
    private var problems: [PlanProblem] = []
    /// Whether the request is only shown: secrets are redacted then, and need not be known.
    private let isForShow: Bool

    private init(isForShow: Bool) {
        self.isForShow = isForShow
    }

    /// The request. `base` is the client's URL, already read; the plan's own goes before it.
    static func request(
        for plan: RequestPlan, base: RequestURL?, isForShow: Bool = false
    ) throws(PlanError) -> HTTPRequest {
        var compiler = RequestCompiler(isForShow: isForShow)
        compiler.problems = plan.reported
        if !ASCII.isToken(plan.method.rawValue) { compiler.problems.append(.badMethod(plan.method.rawValue)) }
        let url = compiler.makeURL(plan, base: base)
        let fields = compiler.makeFields(plan)
        if plan.body != nil { compiler.checkBody(plan) }
        compiler.checkLimits(plan)
        guard compiler.problems.isEmpty, let url else { throw PlanError(compiler.problems) }
        return HTTPRequest(method: plan.method, url: url, fields: fields, body: plan.body?.httpBody)
    }

    /// Everything that is wrong with the plan.
    static func problems(of plan: RequestPlan) -> [PlanProblem] {
        do {
            _ = try request(for: plan, base: nil)
            return []
        } catch {
            return error.problems
        }
    }

    /// The URL as far as it can be made, also where the plan has problems.
    static func shownURL(of plan: RequestPlan) -> RequestURL? {
        var compiler = RequestCompiler(isForShow: false)
        return compiler.makeURL(plan, base: nil)
    }

    private mutating func checkBody(_ plan: RequestPlan) {
        if !plan.method.allowsBody { problems.append(.bodyOn(plan.method)) }
        if case .form(let parameters) = plan.body?.content { checkSecrets(parameters, .body) }
        if case .stream(let stream) = plan.body?.content, !isForShow, !stream.hasChunks {
            problems.append(.unknownStream)
        }
    }

    private mutating func checkLimits(_ plan: RequestPlan) {
        if let timeout = plan.timeout, timeout <= .zero {
            problems.append(.notPositive("timeout", "\(DurationText.seconds(timeout)) s"))
        }
        if let limit = plan.bodyLimit, limit <= 0 { problems.append(.notPositive("body limit", "\(limit)")) }
    }
}

// MARK: URL

extension RequestCompiler {
    private mutating func makeURL(_ plan: RequestPlan, base: RequestURL?) -> RequestURL? {
        let isAbsolute = PathWriter.isAbsolute(plan.path)
        var found: [PlanProblem] = []
        var start = isAbsolute ? nil : plan.baseURL.map { Self.readBase($0, .baseURL, &found) } ?? base
        let path = PathWriter(plan.path, values: plan.pathValues, after: start?.path)
        problems += path.problems
        problems += found
        if isAbsolute { start = Self.readBase(path.text, .path, &problems) }
        if start == nil, !isAbsolute, plan.baseURL == nil { problems.append(.noBaseURL) }
        checkSecrets(plan.query, .query)
        guard let start else { return nil }
        let literal = isAbsolute ? nil : path.query
        return RequestURL(
            scheme: start.scheme, host: start.host, port: start.port,
            path: isAbsolute || path.isEmpty ? start.path : path.path,
            query: Self.query(of: plan, start.query, literal, redacting: false),
            redactedQuery: plan.query.contains(where: \.isSecret)
                ? Self.query(of: plan, start.query, literal, redacting: true) : nil)
    }

    /// The base URL's query, the path's, and the declared items.
    private static func query(of plan: RequestPlan, _ ofBase: String?, _ literal: String?, redacting: Bool) -> String? {
        var text: [UInt8] = []
        if let ofBase { text += ofBase.utf8 }
        if let literal, !literal.isEmpty {
            if !text.isEmpty { text.append(UInt8(ascii: "&")) }
            text += literal.utf8
        }
        if plan.query.isEmpty, text.isEmpty { return nil }
        if !plan.query.isEmpty, !text.isEmpty { text.append(UInt8(ascii: "&")) }
        Parameter.append(plan.query, to: &text, redacting: redacting)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func checkSecrets(_ parameters: [Parameter], _ part: PlanProblem.Part) {
        for item in parameters where !isForShow {
            if case .secret(let secret) = item.value, secret.reveal() == nil {
                problems.append(.unknownSecret(part, item.name))
            }
        }
    }

    private static func readBase(
        _ text: String, _ part: PlanProblem.Part, _ problems: inout [PlanProblem]
    ) -> RequestURL? {
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
}

// MARK: Fields

extension RequestCompiler {
    private mutating func makeFields(_ plan: RequestPlan) -> HTTPFields {
        // Room for those that are derived.
        var fields = HTTPFields(capacity: plan.fields.count + 2)
        for field in plan.fields {
            if let made = make(field) { fields.append(made) }
        }
        if !plan.accepts.isEmpty, !fields.contains(.accept) {
            let types =
                plan.accepts.count == 1
                ? plan.accepts[0].rawValue : plan.accepts.map(\.rawValue).joined(separator: ", ")
            append(.accept, types, to: &fields)
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
        if field.name.framesMessage { problems.append(.framingField(name)) }
        switch field.value {
        case .text(let text):
            if !ASCII.isFieldValue(text) { problems.append(.badFieldValue(name, text)) }
            return HTTPField(field.name, text, secret: false)
        case .secret(let secret):
            guard let text = secret.reveal() ?? (isForShow ? secret.description : nil) else {
                problems.append(.unknownSecret(.field, name))
                return nil
            }
            if !ASCII.isFieldValue(text) { problems.append(.badFieldValue(name, nil)) }
            return HTTPField(field.name, text, secret: true)
        }
    }
}
