import ApusCore
import ApusDSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EncodingRow {
    private static let dots = "a dot segment would change the path: give another value"
    private static let empty = "an empty value would ask for another resource: give it text"

    static let wholeSegments: [EncodingRow] = [
        segment("a/b", "a%2Fb"),
        segment("/", "%2F"),
        segment(".", problem: " \".\": \(dots)"),
        segment("..", problem: " \"..\": \(dots)"),
        segment("", problem: " \"\": \(empty)"),
        segment("...", "..."),
        segment("..;", "..%3B"),
        segment("%", "%25"),
        segment("%2F", "%252F"),
        segment("%2e%2e", "%252e%252e"),
        segment("?x=1", "%3Fx%3D1"),
        segment("#", "%23"),
        segment("+", "%2B"),
        segment(" ", "%20"),
        segment("\\", "%5C"),
        segment("-._~", "-._~"),
        segment("!$&'()*,;=:@", "%21%24%26%27%28%29%2A%2C%3B%3D%3A%40"),
        segment("\"<>[]^`{|}", "%22%3C%3E%5B%5D%5E%60%7B%7C%7D"),
        segment("日本", "%E6%97%A5%E6%9C%AC"),
        segment("👍🏽", "%F0%9F%91%8D%F0%9F%8F%BD"),
        segment("👩\u{200D}💻", "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"),
        segment("e\u{301}", "e%CC%81"),
        segment("/\u{301}", "%2F%CC%81"),
        segment("a\0b", "a%00b"),
        segment("\r", "%0D"),
        segment("\r\n", "%0D%0A"),
        segment("\u{7F}", "%7F"),
    ]

    enum Kind: String, Encodable {
        case draft = "in draft"
    }

    enum Level: Int, Encodable {
        case high = 9
    }

    static let scalarSegments: [EncodingRow] = [
        segment(42, "42"),
        segment(Int64.min, "-9223372036854775808"),
        segment(UInt64.max, "18446744073709551615"),
        segment(0.5, "0.5"),
        segment(true, "true"),
        segment(
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), "01020304-0506-0708-090A-0B0C0D0E0F10"),
        segment(Date(timeIntervalSince1970: 0.25), "1970-01-01T00%3A00%3A00.250Z"),
        segment(Kind.draft, "in%20draft"),
        segment(Level.high, "9"),
        segment(Optional("a"), "a"),
        segment(String?.none, problem: ": it is missing or nil: give PathValue(\"id\", …) a value"),
        segment(Double.nan, problem: ": it is nan: send a finite number, or nil to leave it out"),
        segment(["a"], problem: ": it is a list: give one string, number, boolean, date, UUID, URL or data"),
        segment(
            ["a": 1], problem: ": it is an object: give one string, number, boolean, date, UUID, URL or data"),
    ]

    static let partialSegments: [EncodingRow] = [
        path("/files/\("name", "a/b").json", "/files/a%2Fb.json"),
        path("/files/\("name", ".").json", "/files/..json"),
        path("/files/v\("major", 1).\("minor", 2)", "/files/v1.2"),
        path("/files/.\("name", ".")", problem: "path value 'name' \".\": \(dots)"),
        path("/files/\("a", ".")\("b", ".")/x", problem: "path value 'a' \".\": \(dots)"),
        path("/files/%2e\("name", ".")", problem: "path value 'name' \".\": \(dots)"),
        path("/files/\("name", "%2e")%2E", "/files/%252e%2E"),
        path("/files/v\("name", "")", problem: "path value 'name' \"\": \(empty)"),
        path("/\("b c")/\(2)/\("/")", "/b%20c/2/%2F"),
        path("/a?q=\("value", "&=%..")", "/a?q=%26%3D%25.."),
        path("\("id", "https://evil.example")", "/https%3A%2F%2Fevil.example"),
    ]

    private static let fragment = "a fragment is never sent: take # and what follows away, or write %23"

    static let literalPaths: [EncodingRow] = [
        path("", "/"),
        path("a", "/a"),
        path("/", "/"),
        path("/a/", "/a/"),
        path("//a", "//a"),
        path("/a%2Fb/%e6%97%A5", "/a%2Fb/%e6%97%A5"),
        path("/100%/%zz/%2", "/100%25/%25zz/%252"),
        path("/a b/ä", "/a%20b/%C3%A4"),
        path("/a+b;v=1,2/@me/x:y", "/a+b;v=1,2/@me/x:y"),
        path("/../a", "/../a"),
        path("/{}/{a/b}", "/%7B%7D/%7Ba/b%7D"),
        path("/a?", "/a"),
        path("/a?x=1&y=%20&z=a b?/", "/a?x=1&y=%20&z=a%20b?/"),
        path("/a#top", problem: "path \"/a#top\": \(fragment)"),
        path("/a\r\nX: 1", problem: "path \"/a\\r\\nX: 1\": it holds a control character: take it away"),
        path("/{id}", problem: "path value 'id': it is missing or nil: give PathValue(\"id\", …) a value"),
        path("/\("id", 1)/\("id", 2)", problem: "path value 'id': it is given twice: name each hole once"),
    ]
}
