import ApusCore
import ApusDSL

extension EncodingRow {
    static let baseURLs: [EncodingRow] = [
        base("https://a.example", "https://a.example/a?l=1&q=2"),
        base("https://a.example/", "https://a.example/a?l=1&q=2"),
        base("https://a.example/v1", "https://a.example/v1/a?l=1&q=2"),
        base("https://a.example/v1/", "https://a.example/v1/a?l=1&q=2"),
        base("https://a.example/v 1/%20", "https://a.example/v%201/%20/a?l=1&q=2"),
        base("https://a.example/v1?key=a b", "https://a.example/v1/a?key=a%20b&l=1&q=2"),
        base("https://a.example?key", "https://a.example/a?key&l=1&q=2"),
        base("http://a.example:8080", "http://a.example:8080/a?l=1&q=2"),
        base("https://a.example:443", "https://a.example:443/a?l=1&q=2"),
        base("https://a.example:", "https://a.example/a?l=1&q=2"),
        base("http://127.0.0.1:1", "http://127.0.0.1:1/a?l=1&q=2"),
        base("http://[::1]:8080/v1", "http://[::1]:8080/v1/a?l=1&q=2"),
        base("http://[2001:db8::1]", "http://[2001:db8::1]/a?l=1&q=2"),
        base("HTTPS://A.example", "https://A.example/a?l=1&q=2"),
        base("  https://a.example  ", "https://a.example/a?l=1&q=2"),
        base("https://xn--bcher-kva.example", "https://xn--bcher-kva.example/a?l=1&q=2"),
    ]

    private static let userInfo = "it holds user info: declare credentials with Basic(user, password)"
    private static let fragment = "a fragment is never sent: take # and what follows away, or write %23"
    private static let port = "its port is not a number from 1 to 65535"
    private static let scheme = "it has no scheme: begin with https:// or http://"

    static let refusedBaseURLs: [EncodingRow] = [
        base("https://me@a.example", shown: "https://<redacted>@a.example", problem: userInfo),
        base("https://me:secret@a.example", shown: "https://<redacted>@a.example", problem: userInfo),
        base("https://me:se@cret@a.example", shown: "https://<redacted>@a.example", problem: userInfo),
        base("https://me:secret@\u{301}a.example", shown: "https://<redacted>@\u{301}a.example", problem: userInfo),
        base("https://a.example/v1#top", problem: fragment),
        base("https://a.example#", problem: fragment),
        base("ftp://a.example", problem: "its scheme is ftp: only http and https can be sent"),
        base("mailto:me", problem: "its scheme is mailto: only http and https can be sent"),
        base("a.example", problem: scheme),
        base("/v1", problem: scheme),
        base("//a.example", problem: scheme),
        base("", problem: scheme),
        base("https://", problem: "it has no host"),
        base("https:///v1", problem: "it has no host"),
        base("https://:80", problem: "it has no host"),
        base("https:a.example", problem: "it has no host"),
        base("https://bücher.example", problem: "its host is not ASCII: write it in its xn-- form"),
        base("https://a b.example", problem: "its host is malformed"),
        base("https://a%2Eexample", problem: "its host is malformed"),
        base("https://[::1", problem: "its host is malformed"),
        base("https://[]", problem: "its host is malformed"),
        base("https://[fe80::1%25eth0]", problem: "its host is malformed"),
        base("https://[::1]x", problem: "its host is malformed"),
        base("https://a.example:0", problem: port),
        base("https://a.example:65536", problem: port),
        base("https://a.example:99999999999999999999", problem: port),
        base("https://a.example:8o", problem: port),
        base("https://a.example:-1", problem: port),
        base(
            "https://a.example\r\nHost: b", shown: "https://a.example\\r\\nHost: b",
            problem: "it holds a control character: take it away"),
    ]

    private static let inAuthority =
        "a value can't be part of the host or the port: credentials would follow it; use BaseURL"

    static let withoutBase = Endpoint { GET("/a") }

    private static func absolute(_ url: PathTemplate, _ expected: Expected) -> EncodingRow {
        let endpoint = Endpoint {
            BaseURL("https://a.example/v1?key=1")
            GET(url)
            Query("q", "2")
        }
        return EncodingRow("absolute \(url.text) of \(url.values.map { $0.value ?? "nil" })", endpoint, expected)
    }

    static let absoluteURLs: [EncodingRow] = [
        absolute("https://b.example/x", .url("https://b.example/x?q=2")),
        absolute("https://b.example", .url("https://b.example/?q=2")),
        absolute("http://[::1]:80/x?y=1", .url("http://[::1]:80/x?y=1&q=2")),
        absolute("HTTPS://b.example/x", .url("https://b.example/x?q=2")),
        absolute("https://b.example/\("id", "a/b")", .url("https://b.example/a%2Fb?q=2")),
        absolute("https://b.example/@user/x", .url("https://b.example/@user/x?q=2")),
        absolute("https://b.example/x?mail=a@b", .url("https://b.example/x?mail=a@b&q=2")),
        absolute("me@example.com/inbox", .url("https://a.example/v1/me@example.com/inbox?key=1&q=2")),
        absolute(
            "/proxy/https://c.example/@user", .url("https://a.example/v1/proxy/https://c.example/@user?key=1&q=2")),
        absolute("//c.example/@user", .url("https://a.example/v1//c.example/@user?key=1&q=2")),
        absolute("/\("a", "x")@\("b", "y")", .url("https://a.example/v1/x@y?key=1&q=2")),
        absolute("https://\("host", "b.example")/x", .problem("path value 'host' \"b.example\": \(inAuthority)")),
        absolute(
            "https://b.example\("host", ".evil.example")/x",
            .problem("path value 'host' \".evil.example\": \(inAuthority)")),
        absolute(
            "https://b.example:\("port", 80)/x", .problem("path value 'port' \"80\": \(inAuthority)")),
        absolute("https:/x", .url("https://a.example/v1/https:/x?key=1&q=2")),
        absolute("/https://b.example", .url("https://a.example/v1/https://b.example?key=1&q=2")),
        absolute(
            "ftp://b.example/x",
            .problem("path \"ftp://b.example/x\": its scheme is ftp: only http and https can be sent")),
        absolute(
            "https://bücher.example/x",
            .problem("path \"https://bücher.example/x\": its host is not ASCII: write it in its xn-- form")),
        absolute(
            "https://b.example\n/x",
            .problem("path \"https://b.example\\n/x\": it holds a control character: take it away")),
        absolute("https:///x", .problem("path \"https:///x\": it has no host")),
        absolute("https://b.example:x/", .problem("path \"https://b.example:x/\": \(port)")),
        absolute(
            "https://me:secret@b.example/", .problem("path \"https://<redacted>@b.example/\": \(userInfo)")),
    ]
}
