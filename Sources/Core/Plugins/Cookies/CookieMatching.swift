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

    /// Whether a host is an IPv6 address in brackets, or an IPv4 address in any of its notations: what ends in a number,
    /// also in a hexadecimal one (WHATWG URL §3.5), is never a name.
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        guard let last = labels(host).last else { return false }
        return last.allSatisfy(ASCII.isDigit)
            || last.prefix(2).map(ASCII.lowercased) == Array("0x".utf8)
                && last.dropFirst(2).allSatisfy(ASCII.isHexDigit)
    }

    /// Whether a domain has no label above its first; the dot that may end it (RFC 1034 §3.1) makes none.
    static func isSingleLabel(_ domain: String) -> Bool { labels(domain).count < 2 }

    private static func labels(_ host: String) -> [Substring.UTF8View] {
        host.utf8.split(separator: UInt8(ascii: "."))
    }
}
