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

    /// The texts in the URL and the fields that are not shown; of credentials also without their scheme.
    var secretValues: [String] {
        let values = fields.filter(\.isSecret).flatMap { field in
            [field.value, field.value.split(separator: " ").last.map(String.init) ?? field.value]
        }
        return url.secretValues + values.filter { !$0.isEmpty }
    }

    /// A text of somebody else's, such as an error's, without the secrets of this request.
    func redacting(_ text: String) -> String {
        secretValues.reduce(text) { $0.replacing($1, with: Secret.mark) }
    }

    /// Method and URL, secrets redacted.
    public var description: String { "\(method) \(url)" }
}
