/// A value that is sent and never shown: a token, a password, a key.
///
/// Printing, mirroring and encoding give `<redacted>`; equality looks at no secret, so two plans are equal when what
/// they show is equal. ``reveal()`` is the one way to the value. A secret that was decoded has none: a plan read back
/// from JSON prints as it did, and is refused when it is sent.
public struct Secret: Sendable, Hashable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: String?

    /// A secret with a value.
    public init(_ value: String) {
        self.value = value
    }

    /// A secret whose value is not known any more; the coded form is only a mark.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(String.self)
        value = nil
    }

    /// Writes the mark, never the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.mark)
    }

    /// The value, nil for a secret that was decoded.
    public func reveal() -> String? { value }

    /// What stands for a secret wherever something is printed.
    public static let mark = "<redacted>"

    /// The mark, after the authentication scheme where the value begins with a well-known one (RFC 9110 §11.1).
    public var description: String {
        guard let space = value?.firstIndex(of: " "), let scheme = value?[..<space],
            Self.schemes.contains(scheme.lowercased())
        else { return Self.mark }
        return "\(scheme) \(Self.mark)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows no child, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Always true: see the type's discussion.
    public static func == (left: Secret, right: Secret) -> Bool { true }

    /// Adds nothing, as equality looks at nothing.
    public func hash(into hasher: inout Hasher) {}

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "token"]
}
