/// The three-digit code by which a server says how a request went (RFC 9110 §15).
public struct HTTPStatus: Sendable, Hashable, Codable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The code, 100 to 599 from a well-behaved server.
    public let code: Int

    /// A status of any code.
    public init(_ code: Int) {
        self.code = code
    }

    /// A status written as its code: `response.status == 404`.
    public init(integerLiteral code: Int) {
        self.code = code
    }

    /// Reads the code alone.
    public init(from decoder: any Decoder) throws {
        code = try decoder.singleValueContainer().decode(Int.self)
    }

    /// Writes the code alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    /// 2xx: the request was received, understood and accepted (RFC 9110 §15.3).
    public var isSuccess: Bool { (200..<300).contains(code) }
    /// 3xx: the client has to do more (RFC 9110 §15.4).
    public var isRedirection: Bool { (300..<400).contains(code) }
    /// 4xx: the client seems to have erred (RFC 9110 §15.5).
    public var isClientError: Bool { (400..<500).contains(code) }
    /// 5xx: the server knows that it erred (RFC 9110 §15.6).
    public var isServerError: Bool { (500..<600).contains(code) }

    /// Whether a response with this status never has content: 1xx, 204 and 304 (RFC 9110 §6.4.1), and 205, whose
    /// content is always empty (§15.3.6).
    public var neverHasContent: Bool {
        (100..<200).contains(code) || code == 204 || code == 205 || code == 304
    }

    /// The code and the phrase registered for it, for instance `404 Not Found`.
    public var description: String {
        reasonPhrase.map { "\(code) \($0)" } ?? "\(code)"
    }

    /// The phrase registered for the code (RFC 9110 §15 and the IANA registry), nil for a code without one.
    public var reasonPhrase: String? { Self.phrases[code] }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
        511: "Network Authentication Required",
    ]
}
