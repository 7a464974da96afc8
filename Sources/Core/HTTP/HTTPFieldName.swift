/// The name of a header field (RFC 9110 §5.1): compared without regard to case, sent as it was written.
public struct HTTPFieldName: Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it was written, and as HTTP/1.1 sends it.
    public let rawName: String

    /// A field name of any token; one that is not a token (RFC 9110 §5.6.2) becomes a problem of the plan.
    public init(_ rawName: String) {
        self.rawName = rawName
    }

    /// A field name written as a literal.
    public init(stringLiteral rawName: String) {
        self.rawName = rawName
    }

    /// Reads the name alone.
    public init(from decoder: any Decoder) throws {
        rawName = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the name alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawName)
    }

    /// The name as it was written.
    public var description: String { rawName }

    /// Whether the field's meaning is to say who asks: its value is a secret unless it is said not to be, and is for one
    /// origin only.
    package var carriesCredentials: Bool {
        self == .authorization || self == .proxyAuthorization || self == .cookie
    }

    /// Whether the field frames the message, which is the transport's to do (RFC 9112 §6).
    package var framesMessage: Bool {
        // The length tells nearly all names apart, without a look at constants that have to be made first.
        switch rawName.utf8.count {
        case 14, 17: self == .contentLength || self == .transferEncoding
        default: false
        }
    }

    /// Whether two names are the same field (RFC 9110 §5.1: case-insensitive).
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
        let left = left.rawName.utf8
        let right = right.rawName.utf8
        return left.count == right.count && zip(left, right).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }

    /// Hashes the name without regard to case.
    public func hash(into hasher: inout Hasher) {
        for byte in rawName.utf8 { hasher.combine(ASCII.lowercased(byte)) }
    }
}

extension HTTPFieldName {
    /// Media types the client prefers (RFC 9110 §12.5.1).
    public static let accept = HTTPFieldName("Accept")
    /// Content codings the client understands (RFC 9110 §12.5.3).
    public static let acceptEncoding = HTTPFieldName("Accept-Encoding")
    /// Languages the client prefers (RFC 9110 §12.5.4).
    public static let acceptLanguage = HTTPFieldName("Accept-Language")
    /// Credentials for the origin (RFC 9110 §11.6.2).
    public static let authorization = HTTPFieldName("Authorization")
    /// Directives for caches (RFC 9111 §5.2).
    public static let cacheControl = HTTPFieldName("Cache-Control")
    /// Codings applied to the content (RFC 9110 §8.4).
    public static let contentEncoding = HTTPFieldName("Content-Encoding")
    /// Languages of the content (RFC 9110 §8.5).
    public static let contentLanguage = HTTPFieldName("Content-Language")
    /// Length of the content in bytes (RFC 9110 §8.6).
    public static let contentLength = HTTPFieldName("Content-Length")
    /// The resource the content belongs to (RFC 9110 §8.7).
    public static let contentLocation = HTTPFieldName("Content-Location")
    /// Media type of the content (RFC 9110 §8.3).
    public static let contentType = HTTPFieldName("Content-Type")
    /// Cookies for the origin (RFC 6265 §5.4).
    public static let cookie = HTTPFieldName("Cookie")
    /// Validator of a representation (RFC 9110 §8.8.3).
    public static let etag = HTTPFieldName("ETag")
    /// Host and port of the target (RFC 9110 §7.2).
    public static let host = HTTPFieldName("Host")
    /// Send the content only if its validator differs (RFC 9110 §13.1.2).
    public static let ifNoneMatch = HTTPFieldName("If-None-Match")
    /// Where to go, or what was made (RFC 9110 §10.2.2).
    public static let location = HTTPFieldName("Location")
    /// Credentials for a proxy (RFC 9110 §11.7.2).
    public static let proxyAuthorization = HTTPFieldName("Proxy-Authorization")
    /// The part of the representation that is wanted (RFC 9110 §14.2).
    public static let range = HTTPFieldName("Range")
    /// How long to wait (RFC 9110 §10.2.3).
    public static let retryAfter = HTTPFieldName("Retry-After")
    /// A cookie to keep (RFC 6265 §4.1).
    public static let setCookie = HTTPFieldName("Set-Cookie")
    /// How the message is framed in HTTP/1.1 (RFC 9112 §6.1).
    public static let transferEncoding = HTTPFieldName("Transfer-Encoding")
    /// The software that asks (RFC 9110 §10.1.5).
    public static let userAgent = HTTPFieldName("User-Agent")
    /// How to authenticate (RFC 9110 §11.6.1).
    public static let wwwAuthenticate = HTTPFieldName("WWW-Authenticate")
}
