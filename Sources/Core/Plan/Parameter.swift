/// One query item or form field: a name and its value, both decoded (not percent-encoded).
public struct Parameter: Sendable, Hashable {
    /// What stands between the values of a joined list (OpenAPI 3.1: `form`, `spaceDelimited`, `pipeDelimited`).
    public enum Delimiter: String, Sendable, Hashable, Codable, CaseIterable {
        /// A literal comma.
        case comma = ","
        /// A space, `%20` in a URL.
        case space = " "
        /// A vertical bar, `%7C` in a URL.
        case pipe = "|"
    }

    /// What the name is given.
    public enum Value: Sendable, Hashable {
        /// Nothing, not even `=`.
        case flag
        /// One value.
        case text(String)
        /// Values that are kept apart until they are written, so that no value's character is taken for a delimiter.
        case list([String], Delimiter)
        /// One value that is never shown.
        case secret(Secret)
    }

    /// The name.
    public let name: String
    /// What the name is given.
    public let value: Value

    /// A parameter of the parts given.
    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    /// The value as people read it: decoded, lists joined, secrets redacted, nil for a flag.
    public var shownValue: String? {
        switch value {
        case .flag: nil
        case .text(let text): text
        case .list(let texts, let delimiter): texts.joined(separator: delimiter.rawValue)
        case .secret(let secret): secret.description
        }
    }
}

extension Parameter {
    /// Appends `name=value` as it stands in a URL or a form body, percent-encoded but for a comma between values.
    ///
    /// A secret is written as its mark where `redacting`, and as nothing where its value is not known any more.
    func append(to out: inout [UInt8], redacting: Bool) {
        PercentEncoding.append(name.utf8, to: &out)
        switch value {
        case .flag:
            break
        case .text(let text):
            out.append(UInt8(ascii: "="))
            PercentEncoding.append(text.utf8, to: &out)
        case .list(let texts, let delimiter):
            out.append(UInt8(ascii: "="))
            for (index, text) in texts.enumerated() {
                if index > 0 { out += delimiter.percentEncoded.utf8 }
                PercentEncoding.append(text.utf8, to: &out)
            }
        case .secret(let secret):
            out.append(UInt8(ascii: "="))
            if redacting {
                out += Secret.mark.utf8
            } else {
                PercentEncoding.append((secret.reveal() ?? "").utf8, to: &out)
            }
        }
    }

    /// `name=value&…` as it stands in a URL or a form body.
    static func joined(_ parameters: [Parameter], redacting: Bool = false) -> String {
        var out: [UInt8] = []
        append(parameters, to: &out, redacting: redacting)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends `name=value&…`.
    static func append(_ parameters: [Parameter], to out: inout [UInt8], redacting: Bool) {
        out.reserveCapacity(out.count + parameters.reduce(0) { $0 + $1.sizeHint })
        let start = out.count
        for parameter in parameters {
            if out.count > start { out.append(UInt8(ascii: "&")) }
            parameter.append(to: &out, redacting: redacting)
        }
    }

    /// About how many bytes it takes, so that most queries are written into one allocation.
    private var sizeHint: Int {
        let size = name.utf8.count + 2
        return if case .text(let text) = value { size + text.utf8.count * 3 / 2 } else { size + 24 }
    }

    var isSecret: Bool {
        if case .secret = value { true } else { false }
    }
}

extension Parameter.Delimiter {
    var percentEncoded: String {
        switch self {
        case .comma: ","
        case .space: "%20"
        case .pipe: "%7C"
        }
    }
}

extension Parameter: Codable {
    private enum Key: String, CodingKey {
        case name, value, values, delimiter, secret
    }

    /// Reads `{"name", "value"}`, `{"name", "values", "delimiter"}`, `{"name", "secret"}`, or a flag's `{"name"}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        if let text = try container.decodeIfPresent(String.self, forKey: .value) {
            value = .text(text)
        } else if let texts = try container.decodeIfPresent([String].self, forKey: .values) {
            value = .list(texts, try container.decode(Delimiter.self, forKey: .delimiter))
        } else if let secret = try container.decodeIfPresent(Secret.self, forKey: .secret) {
            value = .secret(secret)
        } else {
            value = .flag
        }
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        switch value {
        case .flag: break
        case .text(let text): try container.encode(text, forKey: .value)
        case .list(let texts, let delimiter):
            try container.encode(texts, forKey: .values)
            try container.encode(delimiter, forKey: .delimiter)
        case .secret(let secret): try container.encode(secret, forKey: .secret)
        }
    }
}

extension Parameter.Value: ExpressibleByStringInterpolation {
    /// One value, written as a literal.
    public init(stringLiteral text: String) { self = .text(text) }
}
