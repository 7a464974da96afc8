/// A request as it goes to a transport: everything decided, everything encoded (RFC 9110 §6.1).
///
/// Plugins change it by value and hand it on. Its description redacts secrets.
public struct HTTPRequest: Sendable, Hashable, CustomStringConvertible {
    /// The method.
    public var method: HTTPMethod
    /// Where it goes, encoded.
    public var url: RequestURL
    /// The fields, without those that frame the message: `Host`, `Content-Length` and `Transfer-Encoding` are written
    /// by the transport.
    public var fields: HTTPFields
    /// The content, nil for a request without one.
    public var body: HTTPBody?

    /// A request of the parts given.
    public init(method: HTTPMethod, url: RequestURL, fields: HTTPFields = [:], body: HTTPBody? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// The texts in the URL and the fields that are not shown; of credentials also without their scheme, of cookies also each
    /// value.
    var secretValues: [String] {
        var values = url.secretValues
        for field in fields where field.isSecret && !field.value.isEmpty {
            values.append(field.value)
            if let credentials = Self.lastWord(of: field.value) { values.append(credentials) }
            if field.name == .cookie { values += Self.cookieValues(in: field.value) }
        }
        return values
    }

    private static func cookieValues(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
            let sign = pair.firstIndex(of: UInt8(ascii: "="))
            let value = pair[(sign.map(pair.index(after:)) ?? pair.startIndex)...]
            return value.isEmpty ? nil : String(Substring(value))
        }
    }

    /// What stands after the last space of several words, nil for one word.
    private static func lastWord(of text: String) -> String? {
        let bytes = text.utf8
        let space = UInt8(ascii: " ")
        guard let last = bytes.lastIndex(where: { $0 != space }),
            let before = bytes[..<last].lastIndex(of: space)
        else { return nil }
        return String(text[bytes.index(after: before)...last])
    }

    /// Whether there is something in the URL or the fields that is not shown.
    var hasSecrets: Bool { url.hasSecrets || fields.contains(where: \.isSecret) }

    /// A text of somebody else's, such as an error's, without the secrets of this request.
    func redacting(_ text: String) -> String {
        Redaction(secretValues)(text)
    }

    /// Method and URL, secrets redacted.
    public var description: String { "\(method) \(url)" }
}
