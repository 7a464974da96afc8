/// The URL of a request, as the bytes that are sent: scheme, host, port, path and query, all percent-encoded.
///
/// It is an `http` or `https` URI (RFC 9110 §4.2) without user info and fragment. Nothing in it is ever decoded or
/// encoded again, so what a plan shows is what the server gets.
public struct RequestURL: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// The host as it was written; an IPv6 address stands in brackets.
    public let host: String
    /// The port, nil where the URL names none.
    public let port: Int?
    /// The encoded path, beginning with `/`.
    public let path: String
    /// The encoded query without its `?`, nil where there is none.
    public let query: String?
    /// The query with the secrets redacted that were declared in it, nil where none was.
    let redactedQuery: String?
    /// Texts that are not shown in this URL nor in one that it leads to.
    var secrets: [String] = []

    init(scheme: String, host: String, port: Int?, path: String, query: String?, redactedQuery: String? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
        self.redactedQuery = redactedQuery
    }

    /// Reads an absolute `http` or `https` URL; nil for anything else, for user info, and for bytes no URL may hold.
    public init?(_ text: String) {
        guard let reference = URLReference(text), let url = try? reference.absolute() else { return nil }
        self = url
    }

    /// The whole URL, secrets included: for transports, not for people.
    public var string: String {
        assembled(path: path, query: query)
    }

    /// The whole URL with secrets redacted.
    public var description: String {
        assembled(path: shownPath, query: shownQuery)
    }

    /// The description alone, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }

    /// Path and query as they stand in a request line (RFC 9112 §3.2.1).
    public var requestTarget: String {
        query.map { "\(path)?\($0)" } ?? path
    }

    /// Host and port as they stand in `Host` (RFC 9110 §7.2): without the port where it is the scheme's own.
    public var authority: String {
        guard let port, port != defaultPort else { return host }
        return "\(host):\(port)"
    }

    /// The port that is connected to: the one written, or 80 or 443.
    public var effectivePort: Int { port ?? defaultPort }

    /// Whether both URLs have the same scheme, host and port (RFC 9110 §4.3.1).
    public func hasSameOrigin(as other: RequestURL) -> Bool {
        scheme == other.scheme && host.lowercased() == other.host.lowercased() && effectivePort == other.effectivePort
    }

    /// The URL that a reference means when it is found at this one (RFC 3986 §5.2); nil if it is not http or https.
    ///
    /// Spaces and non-ASCII characters in the reference, which servers do send, are percent-encoded. What is a secret in
    /// this URL is one in the other, too.
    public func resolving(_ reference: String) -> RequestURL? {
        try? resolution(of: reference)
    }

    private var defaultPort: Int { scheme == "https" ? 443 : 80 }

    private func assembled(path: String, query: String?) -> String {
        var text = ""
        text.reserveCapacity(scheme.utf8.count + host.utf8.count + path.utf8.count + (query?.utf8.count ?? 0) + 12)
        text += scheme
        text += "://"
        text += host
        if let port {
            text += ":"
            text += String(port)
        }
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }
}

extension RequestURL {
    /// Whether both URLs are the same bytes, whatever of them may be shown.
    public static func == (left: RequestURL, right: RequestURL) -> Bool {
        left.path == right.path && left.query == right.query && left.host == right.host && left.port == right.port
            && left.scheme == right.scheme
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(path)
        hasher.combine(query)
    }
}
