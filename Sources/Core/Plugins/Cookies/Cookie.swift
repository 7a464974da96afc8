#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A cookie as a jar keeps it (RFC 6265bis §5.7). Its value is never printed.
public struct Cookie: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// For which kinds of navigation a browser sends it; kept, and no matter for a client that is none (§5.6.7).
    public enum SameSite: String, Sendable, Hashable, Codable {
        /// Only from the site itself.
        case strict = "Strict"
        /// Also when a person follows a link to the site.
        case lax = "Lax"
        /// From everywhere.
        case none = "None"
    }

    /// The name, empty for a cookie that has none.
    public let name: String
    /// The value as the server gave it.
    public let value: String
    /// The host or domain that it is for, in lower case.
    public let domain: String
    /// Whether it is for that host alone, and not for those below it.
    public let isHostOnly: Bool
    /// The path at and below which it is sent.
    public let path: String
    /// Whether it goes over https alone.
    public let isSecure: Bool
    /// Whether scripts of a page may not see it; kept, and no matter here.
    public let isHTTPOnly: Bool
    /// For which kinds of navigation a browser sends it; nil where the server does not say.
    public let sameSite: SameSite?
    /// When it expires; nil for a cookie of the session, which is never written to a file.
    public let expires: Date?
    /// When it was first set.
    public internal(set) var creation: Date
    /// When it was last sent.
    var lastAccess: Date

    /// A cookie of the parts given, to put one into a jar by hand.
    public init(
        _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expires: Date? = nil,
        creation: Date = Date()
    ) {
        self.name = name
        self.value = value
        self.domain = domain.lowercased()
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expires = expires
        self.creation = creation
        lastAccess = creation
    }

    /// Name, domain and path, with the value redacted: `sid=<redacted>; a.example/`.
    public var description: String {
        "\(EscapedText.escaped(name))=\(Secret.mark); \(isHostOnly ? "" : ".")\(EscapedText.escaped(domain + path))"
    }

    /// The description alone, so that `dump` shows no value.
    public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }

    func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

    /// What it is told apart by: of two with the same, the later takes the place of the earlier (§5.7, step 22).
    struct Identity: Hashable {
        let name: String
        let domain: String
        let isHostOnly: Bool
        let path: String
    }

    var identity: Identity { Identity(name: name, domain: domain, isHostOnly: isHostOnly, path: path) }
}

extension Cookie {
    /// Whether both were set alike, whenever they were last sent.
    public static func == (left: Cookie, right: Cookie) -> Bool {
        left.identity == right.identity && left.value == right.value && left.isSecure == right.isSecure
            && left.isHTTPOnly == right.isHTTPOnly && left.sameSite == right.sameSite && left.expires == right.expires
            && left.creation == right.creation
    }

    /// Hashes what it is told apart by, and the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(value)
    }
}
