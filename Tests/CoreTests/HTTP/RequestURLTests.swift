import ApusCore
import Testing

@Suite struct RequestURLTests {
    @Test(
        "An http or https URL is taken apart and put together again",
        arguments: [
            ("http://a", "http://a/", "a", 80, "/"),
            ("https://a", "https://a/", "a", 443, "/"),
            ("HTTPS://Example.COM:8443/x", "https://Example.COM:8443/x", "Example.COM:8443", 8443, "/x"),
            ("http://a:80/x?y", "http://a:80/x?y", "a", 80, "/x?y"),
            ("https://a:443", "https://a:443/", "a", 443, "/"),
            ("http://a:443/", "http://a:443/", "a:443", 443, "/"),
            ("http://a:/b", "http://a/b", "a", 80, "/b"),
            ("http://[::1]:8080/b", "http://[::1]:8080/b", "[::1]:8080", 8080, "/b"),
            ("http://[2001:db8::1.2.3.4]", "http://[2001:db8::1.2.3.4]/", "[2001:db8::1.2.3.4]", 80, "/"),
            ("http://a?q=1", "http://a/?q=1", "a", 80, "/?q=1"),
            ("http://a/?", "http://a/?", "a", 80, "/?"),
            ("http://a/b#c?d", "http://a/b", "a", 80, "/b"),
            ("http://a/b c?d e", "http://a/b%20c?d%20e", "a", 80, "/b%20c?d%20e"),
            ("http://a/%2f%zz/日", "http://a/%2f%25zz/%E6%97%A5", "a", 80, "/%2f%25zz/%E6%97%A5"),
            ("http://a/b@c:d//e", "http://a/b@c:d//e", "a", 80, "/b@c:d//e"),
            ("http://a/?b@c://d?e", "http://a/?b@c://d?e", "a", 80, "/?b@c://d?e"),
            ("http://x_y.z-1.", "http://x_y.z-1./", "x_y.z-1.", 80, "/"),
        ])
    func parse(_ text: String, string: String, authority: String, port: Int, target: String) throws {
        let url = try #require(RequestURL(text))
        #expect(url.string == string)
        #expect(url.description == string)
        #expect(url.authority == authority)
        #expect(url.effectivePort == port)
        #expect(url.requestTarget == target)
    }

    @Test(
        "What is no http or https URL, or has user info, is refused",
        arguments: [
            "", "a", "/a", "//a", "a:80", "http:", "http:/", "http://", "http:///a", "http://:80", "http:a",
            "ftp://a", "file:///a", "mailto:a@b", "javascript:alert(1)", "httpss://a", "1http://a", " ://a",
            "http://user@a", "http://user:pass@a", "http://@a", "http://good.example\\@evil.example/",
            "http://a\\b", "http://a b", "http://a%2Eb", "http://exämple.com", "http://a,b",
            "http://a:x", "http://a:-1", "http://a:0", "http://a:65536", "http://a:+80",
            "http://a:99999999999999999999",
            "http://a:٣", "http://[::1", "http://::1]", "http://[]", "http://[x]", "http://[::1]x", "http://[1.2.3.4]",
            "http://a]:80", "http://[::1%25eth0]", "http://a/\n", "http://a\u{0}b", "http://a/\u{7F}",
            "http://a\r\nHost: b", "http://a\t/",
        ])
    func refuse(_ text: String) {
        #expect(RequestURL(text) == nil)
    }

    @Test(
        "The origin is scheme, host without regard to case, and port with its default",
        arguments: [
            ("http://a/x", "http://A:80/y?z", true),
            ("https://a", "https://a:443", true),
            ("http://a", "https://a", false),
            ("http://a:443", "https://a:443", false),
            ("http://a", "http://a:8080", false),
            ("http://a", "http://b", false),
            ("http://a", "http://a.b", false),
            ("http://[::1]", "http://[::1]:80", true),
        ])
    func origin(_ left: String, _ right: String, expected: Bool) throws {
        let left = try #require(RequestURL(left))
        let right = try #require(RequestURL(right))
        #expect(left.hasSameOrigin(as: right) == expected)
        #expect(right.hasSameOrigin(as: left) == expected)
    }
}
