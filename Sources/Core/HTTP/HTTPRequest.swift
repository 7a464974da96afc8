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

    /// Method and URL, secrets redacted.
    public var description: String { "\(method) \(url)" }
}
