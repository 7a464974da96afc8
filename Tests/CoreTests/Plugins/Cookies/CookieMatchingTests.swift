import Testing

@testable import ApusCore

@Suite struct CookieMatchingTests {
    @Test(
        "Hosts and domains",
        arguments: [
            ("a.example", "a.example", true), ("x.a.example", "a.example", true), ("y.x.a.example", "a.example", true),
            ("a.example", "x.a.example", false), ("xa.example", "a.example", false), ("a.example", "example", true),
            ("a.example", "", false), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "0.0.1", false),
            ("[::1]", "[::1]", true), ("[::1]", "1]", false), ("localhost", "localhost", true),
            ("a.example.", "a.example", false), ("1.2.3.4.example", "4.example", true), ("1.2.3.4", "4", false),
        ])
    func domains(host: String, domain: String, matches: Bool) {
        #expect(CookieMatching.domain(host, matches: domain) == matches)
    }

    @Test(
        "Paths",
        arguments: [
            ("/", "/", true), ("/a", "/", true), ("/a", "/a", true), ("/a/", "/a", true), ("/a/b", "/a", true),
            ("/ab", "/a", false), ("/a", "/a/", false), ("/a/b", "/a/", true), ("/", "/a", false), ("/A", "/a", false),
            ("/a%2Fb", "/a", false), ("/é", "/é", true),
        ])
    func paths(path: String, cookiePath: String, matches: Bool) {
        #expect(CookieMatching.path(path, matches: cookiePath) == matches)
    }

    @Test(
        "The path of a cookie that names none",
        arguments: [
            ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/c", "/a/b"), ("", "/"), ("x", "/"),
            ("//", "/"),
        ])
    func defaults(path: String, result: String) {
        #expect(CookieMatching.defaultPath(of: path) == result)
    }

    @Test(
        "Addresses",
        arguments: [
            ("1.2.3.4", true), ("127.0.0.1", true), ("[::1]", true), ("a.b.c.d", false), ("1.2.3", true),
            ("1.2.3.4.5", true), ("1.2.3.x", false), ("1.2.3.", true), ("", false), (".", false), ("1234.1.1.1", true),
            ("a.0x7F", true), ("a.0x", true), ("a.0xg", false), ("a.x1", false), ("127.0.0.1.", true), ("a.1e", false),
        ])
    func addresses(host: String, isAddress: Bool) {
        #expect(CookieMatching.isAddress(host) == isAddress)
    }
}
