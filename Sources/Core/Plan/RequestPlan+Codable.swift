extension RequestPlan: Codable {
    private enum Key: String, CodingKey {
        case version, name, summary, tags, method, baseURL, path, pathValues, query, fields, accepts, body, timeout
        case bodyLimit, responses, plugins, changes, problems
    }

    /// The version of the JSON form and of the plan text. A reader refuses one that it does not know.
    static let formatVersion = 1

    /// Reads what ``encode(to:)`` writes; secrets come back without their values.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.formatVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container,
                debugDescription: "a plan of version \(version): this package reads \(Self.formatVersion)")
        }
        name = try container.decodeIfPresent(String.self, forKey: .name)
        summary = try container.decodeIfPresent(String.self, forKey: .summary)
        tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
        method = try container.decode(HTTPMethod.self, forKey: .method)
        baseURL = try container.decodeIfPresent(String.self, forKey: .baseURL)
        path = try container.decode(String.self, forKey: .path)
        pathValues = try container.decodeIfPresent([PathArgument].self, forKey: .pathValues) ?? []
        query = try container.decodeIfPresent([Parameter].self, forKey: .query) ?? []
        fields = try container.decodeIfPresent([PlanField].self, forKey: .fields) ?? []
        accepts = try container.decodeIfPresent([MediaType].self, forKey: .accepts) ?? []
        body = try container.decodeIfPresent(PlanBody.self, forKey: .body)
        timeout = try container.decodeIfPresent(CodedDuration.self, forKey: .timeout)?.duration
        bodyLimit = try container.decodeIfPresent(Int.self, forKey: .bodyLimit)
        responses = try container.decodeIfPresent([ResponseRule].self, forKey: .responses) ?? []
        plugins = try container.decodeIfPresent([String].self, forKey: .plugins) ?? []
        changes = try container.decodeIfPresent([RequestChange].self, forKey: .changes) ?? []
        reported = try container.decodeIfPresent([PlanProblem].self, forKey: .problems) ?? []
    }

    /// Writes what the plan holds, empty lists left out. A secret is written as its mark.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.formatVersion, forKey: .version)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(summary, forKey: .summary)
        try container.encodeIfPresent(tags.nilIfEmpty, forKey: .tags)
        try container.encode(method, forKey: .method)
        try container.encodeIfPresent(baseURL, forKey: .baseURL)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(pathValues.nilIfEmpty, forKey: .pathValues)
        try container.encodeIfPresent(query.nilIfEmpty, forKey: .query)
        try container.encodeIfPresent(fields.nilIfEmpty, forKey: .fields)
        try container.encodeIfPresent(accepts.nilIfEmpty, forKey: .accepts)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encodeIfPresent(timeout.map(CodedDuration.init), forKey: .timeout)
        try container.encodeIfPresent(bodyLimit, forKey: .bodyLimit)
        try container.encodeIfPresent(responses.nilIfEmpty, forKey: .responses)
        try container.encodeIfPresent(plugins.nilIfEmpty, forKey: .plugins)
        try container.encodeIfPresent(changes.nilIfEmpty, forKey: .changes)
        try container.encodeIfPresent(reported.nilIfEmpty, forKey: .problems)
    }
}

/// A duration as two numbers that people can read and JSON can hold exactly.
private struct CodedDuration: Codable {
    let seconds: Int64
    let attoseconds: Int64?

    init(_ duration: Duration) {
        let parts = duration.clamped.components
        seconds = parts.seconds
        attoseconds = parts.attoseconds == 0 ? nil : parts.attoseconds
    }

    var duration: Duration {
        Duration(secondsComponent: seconds, attosecondsComponent: attoseconds ?? 0).clamped
    }
}

extension Array {
    fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}
