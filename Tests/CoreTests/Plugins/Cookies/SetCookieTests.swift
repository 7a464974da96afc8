import Foundation
import Testing

@testable import ApusCore

@Suite struct SetCookieTests {
    @Test(
        "Names, values and attributes",
        arguments: [
            ("a=b", "a|b"), (" a = b ", "a|b"), ("a=", "a|"), ("=b", "|b"), ("b", "|b"), ("a=b=c", "a|b=c"),
            ("a=\"b\"", "a|\"b\""), ("a=b;", "a|b"), ("a=b;;;", "a|b"), ("a=b; Secure", "a|b secure"),
            ("a=b;secure=no", "a|b secure"), ("a=b; HTTPONLY", "a|b http"), ("a=b; Path=/x", "a|b path=/x"),
            ("a=b; Path=x", "a|b"), ("a=b; Path", "a|b"), ("a=b; Path=/\u{301}", "a|b path=/\u{301}"),
            ("a=b; Path=/x; Path=/y", "a|b path=/y"),
            ("a=b; Path=/x; Path=y", "a|b"), ("a=b; Domain=A.Example", "a|b domain=a.example"),
            ("a=b; Domain=.a.example", "a|b domain=a.example"), ("a=b; Domain=", "a|b"), ("a=b; Domain=.", "a|b"),
            ("a=b; Max-Age=60", "a|b max=60"), ("a=b; Max-Age=-1", "a|b max=0"), ("a=b; Max-Age=0", "a|b max=0"),
            ("a=b; Max-Age=6x", "a|b"), ("a=b; Max-Age=+6", "a|b"), ("a=b; Max-Age=", "a|b"), ("a=b; Max-Age=-", "a|b"),
            ("a=b; Max-Age=999999999999999999999999999999", "a|b max=\(Int.max)"),
            ("a=b; Expires=Thu, 01 Jan 1970 00:01:40 GMT", "a|b expires=100"), ("a=b; Expires=soon", "a|b"),
            ("a=b; SameSite=lax", "a|b Lax"), ("a=b; SameSite=STRICT", "a|b Strict"),
            ("a=b; SameSite=none", "a|b None"),
            ("a=b; SameSite=other", "a|b"), ("a=b; Unknown=1; Secure", "a|b secure"),
            ("a=b\t;\tSecure\t", "a|b secure"),
            ("a=é", "a|é"), ("a=b, c=d", "a|b, c=d"),
        ])
    func reads(text: String, result: String) throws {
        let cookie = try #require(SetCookie(text))
        var parts = ["\(cookie.name)|\(cookie.value)"]
        if let domain = cookie.domain { parts.append("domain=\(domain)") }
        if let path = cookie.path { parts.append("path=\(path)") }
        if let maxAge = cookie.maxAge { parts.append("max=\(maxAge)") }
        if let expires = cookie.expires { parts.append("expires=\(Int(expires.timeIntervalSince1970))") }
        if cookie.isSecure { parts.append("secure") }
        if cookie.isHTTPOnly { parts.append("http") }
        if let sameSite = cookie.sameSite { parts.append(sameSite.rawValue) }
        #expect(parts.joined(separator: " ") == result)
    }

    @Test(
        "What is ignored altogether",
        arguments: ["", " ", ";", "=", " = ", ";a=b", "a=b\u{0}", "a\u{1F}=b", "a=b\u{7F}", "a=b\r\n"])
    func ignores(text: String) {
        #expect(SetCookie(text) == nil)
    }

    @Test("What is too long: a pair of more than 4096 bytes, an attribute of more than 1024")
    func sizes() {
        #expect(SetCookie("a=" + String(repeating: "b", count: 4095)) != nil)
        #expect(SetCookie("a=" + String(repeating: "b", count: 4096)) == nil)
        let path = "/" + String(repeating: "p", count: 1023)
        #expect(SetCookie("a=b; Path=\(path)")?.path == path)
        #expect(SetCookie("a=b; Path=\(path)p")?.path == nil)
        let attributes = String(repeating: "; x=y", count: 100_000)
        #expect(SetCookie("a=b\(attributes); Secure")?.isSecure == true)
    }
}
