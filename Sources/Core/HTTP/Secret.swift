/// A value that is sent and never shown: a token, a password, a key.
///
/// Printing, mirroring and encoding give `<redacted>`, with a well-known authentication scheme before it; equality looks
/// at that and at no secret, so two plans are equal when what they show is equal. ``reveal()`` is the one way to the
/// value. A secret that was decoded has none: a plan read back from JSON prints as it did, and is refused when it is sent.
public struct Secret: Sendable, Hashable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private enum Content {
        case value(String)
        /// What is left of a secret that was coded.
        case mark(String)
    }

    private let content: Content

    /// A secret with a value.
    public init(_ value: String) {
        content = .value(value)
    }

    /// The mark, after the authentication scheme where the value begins with a well-known one (RFC 9110 §11.1).
    public var description: String {
        switch content {
        case .value(let value): Self.shown(value)
        case .mark(let text): text
        }
    }

    /// A secret whose value is not known any more; the coded form is only a mark.
    public init(from decoder: any Decoder) throws {
        content = .mark(Self.shown(try decoder.singleValueContainer().decode(String.self)))
    }

    /// Writes the ``description``, never the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The value, nil for a secret that was decoded.
    public func reveal() -> String? {
        if case .value(let value) = content { value } else { nil }
    }

    /// What stands for a secret wherever something is printed.
    public static let mark = "<redacted>"

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows no child, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether both show the same: see the type's discussion.
    public static func == (left: Secret, right: Secret) -> Bool { left.description == right.description }

    /// Adds what is shown, as equality looks at nothing else.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }

    private static func shown(_ value: String) -> String {
        guard let space = value.firstIndex(of: " "), schemes.contains(value[..<space].lowercased()) else { return mark }
        return "\(value[..<space]) \(mark)"
    }

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "token"]
}
