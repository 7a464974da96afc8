/// One header field: a name, a value, and whether the value is a secret (RFC 9110 §5).
///
/// A secret value is sent like any other but never printed: descriptions, mirrors, logs and errors show `<redacted>`.
public struct HTTPField: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The field's name.
    public let name: HTTPFieldName
    /// The value as it is sent, without the white space around it.
    public let value: String
    /// Whether the value must not be shown.
    public let isSecret: Bool

    /// A field; `secret` hides its value from everything that prints.
    ///
    /// Where it is left out, `Authorization`, `Proxy-Authorization` and `Cookie` are secrets and all others are not.
    public init(_ name: HTTPFieldName, _ value: String, secret: Bool? = nil) {
        self.name = name
        self.value = value
        isSecret = secret ?? name.carriesCredentials
    }

    /// The value, or what stands for it where it is a secret; of a cookie that is set the name and the attributes.
    public var shownValue: String {
        if isSecret { return Secret(value).description }
        return name == .setCookie ? shownCookie : value
    }

    /// A cookie's value is a credential from the moment it is set, and its name and attributes are what one looks for.
    private var shownCookie: String {
        let end = value.firstIndex(of: ";") ?? value.endIndex
        let name = value[..<end].firstIndex(of: "=").map { value[...$0] } ?? ""
        return "\(name)\(Secret.mark)\(value[end...])"
    }

    /// `Name: value`, with a secret value redacted.
    public var description: String { "\(name): \(shownValue)" }

    /// The field's parts with a secret value redacted, so that `dump` shows none.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name.rawName, "value": shownValue])
    }
}
