import ApusCore
import Foundation
import Testing

@Suite struct MediaTypeTests {
    @Test(
        "The essence is type and subtype in lower case",
        arguments: [
            ("application/json", "application/json"), ("Application/JSON; charset=utf-8", "application/json"),
            (" text/html ;a=b", "text/html"), ("", ""), (";", ""), ("text/plain;", "text/plain"),
        ])
    func essence(_ raw: String, expected: String) {
        #expect(MediaType(rawValue: raw).essence == expected)
    }

    @Test(
        "A parameter is found by name in any case, unquoted",
        arguments: [
            ("text/plain; charset=utf-8", "utf-8"),
            ("text/plain;CHARSET=UTF-8", "UTF-8"),
            ("text/plain; charset=\"utf-8\"", "utf-8"),
            ("text/plain ; a=b ; charset = utf-8 ", "utf-8"),
            ("text/plain; charset=a; charset=b", "a"),
            ("text/plain; title=\"x; charset=latin1\"; charset=utf-8", "utf-8"),
            ("text/plain; title=\"x; charset=latin1\"", nil),
            ("text/plain; title=\"\\\"; charset=latin1\"", nil),
            ("text/plain; charset=\"a\\\"b\\\\c\"", "a\"b\\c"),
            ("text/plain; charset=\"a;b\"", "a;b"),
            ("text/plain; charset=a=b", "a=b"),
            ("text/plain; charset=", ""),
            ("text/plain; charset=\"\"", ""),
            ("text/plain; charset=\"", "\""),
            ("text/plain; charset", nil),
            ("text/plain; xcharset=utf-8", nil),
            ("charset=utf-8", nil),
            ("text/plain", nil),
            ("", nil),
        ] as [(String, String?)])
    func parameter(_ raw: String, expected: String?) {
        #expect(MediaType(rawValue: raw).parameter("charset") == expected)
    }

    @Test(
        "A type accepts itself with any parameters, and its structured syntax suffix",
        arguments: [
            ("application/json", "application/json", true),
            ("application/json", "APPLICATION/json; charset=utf-8", true),
            ("application/json; v=1", "application/json; v=2", true),
            ("application/json", "application/problem+json", true),
            ("application/json", "application/vnd.api+JSON; ext=1", true),
            ("application/xml", "image/svg+xml", true),
            ("application/json", "application/problem+xml", false),
            ("application/json", "text/json", false),
            ("application/json", "application/jsonp", false),
            ("application/problem+json", "application/json", false),
            ("application/json", "", false),
            ("json", "text/html", false),
            ("json", "json", true),
            ("", "text/html", false),
        ])
    func accepts(_ mine: String, other: String, expected: Bool) {
        #expect(MediaType(rawValue: mine).accepts(MediaType(rawValue: other)) == expected)
    }

    @Test("A type is coded as its text")
    func codable() throws {
        let data = try JSONEncoder().encode([MediaType.text])
        #expect(try JSONDecoder().decode([String].self, from: data) == ["text/plain; charset=utf-8"])
        #expect(try JSONDecoder().decode([MediaType].self, from: data) == [.text])
    }
}
