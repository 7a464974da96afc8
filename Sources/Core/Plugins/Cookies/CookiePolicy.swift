#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which cookies a server may set, which of them a request gets, and which must go: RFC 6265bis §5.7 and §5.8 over values.
enum CookiePolicy {
    /// No cookie is kept for longer (§5.5).
    static let longestLife: Double = 400 * 86_400
    /// How many cookies of a domain, and how many in all, are kept (§6.1 asks for at least 50 and 3000).
    static let mostPerDomain = 100
    static let most = 3000

    /// The cookie that a field of a response from the URL sets, or nil for one that is refused.
    ///
    /// A `Domain` of a single label or an IP address is refused, unless it is the host itself, for which alone it then is.
    /// Other public suffixes, such as `co.uk`, are not known. `known` are the secure cookies that have not expired.
    static func cookie(_ text: String, from url: RequestURL, at date: Date, among known: [Cookie]) -> Cookie? {
        guard let set = SetCookie(text) else { return nil }
        let host = url.host.lowercased()
        let isSecureOrigin = url.scheme == "https"
        var domain = host
        var isHostOnly = true
        if let named = set.domain {
            guard named.utf8.allSatisfy({ $0 < 128 }), CookieMatching.domain(host, matches: named) else { return nil }
            isHostOnly = CookieMatching.isAddress(named) || CookieMatching.isSingleLabel(named)
            guard !isHostOnly || named == host else { return nil }
            domain = named
        }
        if set.isSecure, !isSecureOrigin { return nil }
        let cookie = Cookie(
            set.name, set.value, domain: domain, isHostOnly: isHostOnly,
            path: set.path ?? CookieMatching.defaultPath(of: url.path), isSecure: set.isSecure,
            isHTTPOnly: set.isHTTPOnly, sameSite: set.sameSite, expires: expiry(of: set, at: date), creation: date)
        guard hasRightPrefix(cookie, set) else { return nil }
        if !isSecureOrigin {
            // Sent back, `=a=b` is `a=b`, and so would be in front of a cookie of another name.
            let passesForOther = set.name.isEmpty && set.value.utf8.contains(UInt8(ascii: "="))
            if passesForOther || known.contains(where: { isShadow(cookie, of: $0) }) { return nil }
        }
        return cookie
    }

    /// `Max-Age` before `Expires` (§5.7, step 3), neither of them too far away.
    private static func expiry(of set: SetCookie, at date: Date) -> Date? {
        if let seconds = set.maxAge {
            return seconds <= 0 ? .distantPast : date + min(Double(seconds), longestLife)
        }
        return set.expires.map { min($0, date + longestLife) }
    }

    /// §5.7, steps 20 and 21: what the beginning of a name promises is kept, whatever its case.
    private static func hasRightPrefix(_ cookie: Cookie, _ set: SetCookie) -> Bool {
        // Bytes: to a String, a letter with a mark after it does not begin with the letter.
        let name = (cookie.name.isEmpty ? cookie.value : cookie.name).utf8.lazy.map(ASCII.lowercased)
        if name.starts(with: "__secure-".utf8) { return !cookie.name.isEmpty && cookie.isSecure }
        if name.starts(with: "__host-".utf8) {
            return !cookie.name.isEmpty && cookie.isSecure && set.domain == nil && set.path == "/"
        }
        return true
    }

    /// §5.7, step 17: who can't read a secure cookie must not put another in front of it.
    private static func isShadow(_ cookie: Cookie, of other: Cookie) -> Bool {
        other.isSecure && other.name == cookie.name
            && (CookieMatching.domain(cookie.domain, matches: other.domain)
                || CookieMatching.domain(other.domain, matches: cookie.domain))
            && CookieMatching.path(cookie.path, matches: other.path)
    }

    /// Whether a request to the URL gets the cookie (§5.8.3).
    static func isSent(_ cookie: Cookie, to url: RequestURL, at date: Date) -> Bool {
        let host = url.host.lowercased()
        let isForHost = cookie.isHostOnly ? host == cookie.domain : CookieMatching.domain(host, matches: cookie.domain)
        return isForHost && CookieMatching.path(url.path, matches: cookie.path)
            && (!cookie.isSecure || url.scheme == "https") && !cookie.isExpired(at: date)
    }

    /// Longer paths first, among equals the earlier set first (§5.8.3).
    static func isSentBefore(_ left: Cookie, _ right: Cookie) -> Bool {
        let (leftLength, rightLength) = (left.path.utf8.count, right.path.utf8.count)
        return leftLength != rightLength ? leftLength > rightLength : left.creation < right.creation
    }

    /// What may stay (§5.7, at the end): the expired go, then of a domain that has too many those that are not secure, then
    /// those of too many in all; of each kind those that were not used for longest.
    static func kept(of cookies: [Cookie], in domains: Set<String>, at date: Date) -> [Cookie] {
        var cookies = cookies.filter { !$0.isExpired(at: date) }
        for domain in domains {
            var surplus = cookies.count { $0.domain == domain } - mostPerDomain
            remove(&surplus, from: &cookies) { $0.domain == domain && !$0.isSecure }
            remove(&surplus, from: &cookies) { $0.domain == domain }
        }
        var surplus = cookies.count - most
        remove(&surplus, from: &cookies) { _ in true }
        return cookies
    }

    private static func remove(_ surplus: inout Int, from cookies: inout [Cookie], where mayGo: (Cookie) -> Bool) {
        guard surplus > 0 else { return }
        let oldest = cookies.indices.filter { mayGo(cookies[$0]) }
            .sorted { (cookies[$0].lastAccess, $0) < (cookies[$1].lastAccess, $1) }
            .prefix(surplus)
        surplus -= oldest.count
        let gone = Set(oldest)
        cookies = cookies.indices.filter { !gone.contains($0) }.map { cookies[$0] }
    }
}
