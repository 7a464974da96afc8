/// How hosts and paths of requests meet those of cookies (RFC 6265bis §5.1): pure rules over texts.
enum CookieMatching {
    /// Whether a host is the domain or one below it (§5.1.3); an IP address is below nothing.
    static func domain(_ host: String, matches domain: String) -> Bool {
        if host == domain { return true }
        return !isAddress(host) && !domain.isEmpty && host.hasSuffix(".\(domain)")
    }

    /// Whether a path is the cookie's or below it (§5.1.4).
    static func path(_ path: String, matches cookiePath: String) -> Bool {
        guard path.utf8.starts(with: cookiePath.utf8) else { return false }
        if path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/") { return true }
        return Array(path.utf8)[cookiePath.utf8.count] == UInt8(ascii: "/")
    }

    /// The path of a cookie that names none (§5.1.4): the request's up to its last slash.
    static func defaultPath(of path: String) -> String {
        guard path.hasPrefix("/"), let last = path.utf8.lastIndex(of: UInt8(ascii: "/")), last > path.startIndex else {
            return "/"
        }
        return String(path[..<last])
    }

    /// Whether a host is an IPv4 address in four numbers or an IPv6 address in brackets.
    static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(ASCII.isDigit) }
    }
}
