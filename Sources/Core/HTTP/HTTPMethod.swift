/// What a request asks the server to do with its target: GET, POST or any other token (RFC 9110 §9).
///
/// The raw value is the token as it is sent; methods are case-sensitive. A token that is not one (RFC 9110 §5.6.2)
/// is reported as a problem of the plan before anything is sent.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The token as it is sent, for instance `GET`.
    public let rawValue: String

    /// A method with any token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The token as it is sent.
    public var description: String { rawValue }

    /// RFC 9110 §9.3.1: transfer a representation of the target.
    public static let get = HTTPMethod(rawValue: "GET")
    /// RFC 9110 §9.3.2: as GET, without the content.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// RFC 9110 §9.3.3: process the content as the target sees fit.
    public static let post = HTTPMethod(rawValue: "POST")
    /// RFC 9110 §9.3.4: replace the target's state with the content.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// RFC 9110 §9.3.5: remove the target.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// RFC 9110 §9.3.7: describe how the target can be talked to.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// RFC 5789: change part of the target's state.
    public static let patch = HTTPMethod(rawValue: "PATCH")

    /// Whether the method only reads (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        self == .get || self == .head || self == .options || rawValue == "TRACE"
    }

    /// Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Whether a request with this method may carry a body here: all but GET and HEAD (RFC 9110 §9.3.1, §9.3.2).
    public var allowsBody: Bool {
        self != .get && self != .head
    }
}
