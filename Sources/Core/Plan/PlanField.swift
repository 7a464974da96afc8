/// A header field as it was declared: text or secret, added to those of its name or put in their place.
public struct PlanField: Sendable, Hashable, Codable {
    /// A declared value.
    public enum Value: Sendable, Hashable {
        /// A value that may be shown.
        case text(String)
        /// A value that is never shown.
        case secret(Secret)
    }

    /// How a field meets those of the same name that were declared before it.
    public enum Mode: String, Sendable, Hashable, Codable {
        /// It joins them.
        case append
        /// It takes their place.
        case replace
    }

    /// The field's name.
    public let name: HTTPFieldName
    /// The field's value.
    public let value: Value
    /// How it meets earlier fields of its name.
    public let mode: Mode

    /// A field of the parts given.
    public init(_ name: HTTPFieldName, _ value: Value, mode: Mode = .append) {
        self.name = name
        self.value = value
        self.mode = mode
    }

    /// The value as people read it: a secret is redacted.
    public var shownValue: String {
        switch value {
        case .text(let text): text
        case .secret(let secret): secret.description
        }
    }
}

extension PlanField {
    private enum Key: String, CodingKey {
        case name, value, secret, mode
    }

    /// Reads `{"name", "value" or "secret", "mode"}`; a mode that is not there is `append`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(HTTPFieldName.self, forKey: .name)
        mode = try container.decodeIfPresent(Mode.self, forKey: .mode) ?? .append
        if let secret = try container.decodeIfPresent(Secret.self, forKey: .secret) {
            value = .secret(secret)
        } else {
            value = .text(try container.decode(String.self, forKey: .value))
        }
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        switch value {
        case .text(let text): try container.encode(text, forKey: .value)
        case .secret(let secret): try container.encode(secret, forKey: .secret)
        }
        if mode != .append { try container.encode(mode, forKey: .mode) }
    }
}

extension PlanField.Value: ExpressibleByStringInterpolation {
    /// A value that may be shown, written as a literal.
    public init(stringLiteral text: String) { self = .text(text) }
}
