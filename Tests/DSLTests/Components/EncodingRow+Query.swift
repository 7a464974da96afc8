import ApusCore
import ApusDSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EncodingRow {
    struct Point: Encodable, CustomStringConvertible {
        var x: Int? = 1
        var y: Int?
        var description: String { "point \(x ?? 0)" }
    }

    struct Filter: Encodable, CustomStringConvertible {
        var text = "a&b"
        var none: String?
        var points = [Point(), Point(y: 2)]
        var description: String { "filter" }
    }

    struct Area: Encodable, CustomStringConvertible {
        var center = Point()
        var sizes = [1, 2]
        var description: String { "area" }
    }

    static let queries: [EncodingRow] = [
        item("q", "a b&c=d+e%20/?#", "q=a%20b%26c%3Dd%2Be%2520%2F%3F%23"),
        item("ä b=&[]", "x", "%C3%A4%20b%3D%26%5B%5D=x"),
        item("", "x", "=x"),
        item("q", "", "q="),
        item("q", "日本", "q=%E6%97%A5%E6%9C%AC"),
        item("q", "\r\n\0", "q=%0D%0A%00"),
        item("q", "👨\u{200D}👩\u{200D}👧", "q=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"),
        item("q", -7, "q=-7"),
        item("q", 1.0, "q=1.0"),
        item("q", false, "q=false"),
        item("q", Date(timeIntervalSince1970: 1_795_996_800), "q=2026-11-30T00%3A00%3A00Z"),
        item(
            "q", UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), "q=00000000-0000-0000-0000-000000000001"),
        item("q", Kind.draft, "q=in%20draft"),
        item("q", Level.high, "q=9"),
        query("q", [Level.high], .comma, "q=9"),
        item("q", Data([255, 239]), "q=%2F%2B8%3D"),
        item("q", Int?.none, nil),
        item("q", Optional(1), "q=1"),
    ]

    static let refusedQueries: [EncodingRow] = [
        refusedQuery("q", Double.infinity, .comma, "q': it is inf: send a finite number, or nil to leave it out"),
        refusedQuery("q", Float.nan, .repeated, "q': it is nan: send a finite number, or nil to leave it out"),
        refusedQuery(
            "q", Date(timeIntervalSince1970: 1e12), .repeated,
            """
            q': it is a date outside the years 0000 to 9999 (1000000000000.0 s since 1970): \
            send it as a number or a string
            """),
    ]

    /// Neither an empty list nor one of nothing but nil is sent, in any style.
    static let emptyLists: [EncodingRow] = ParameterStyle.allCases.flatMap { style in
        [query("t", [String](), style, nil), query("t", [Int?.none], style, nil)]
    }

    static let lists: [EncodingRow] = [
        query("t", ["a"], .repeated, "t=a"),
        query("t", ["a", "b,c"], .repeated, "t=a&t=b%2Cc"),
        query("t", ["a"], .comma, "t=a"),
        query("t", ["a", "b,c"], .comma, "t=a,b%2Cc"),
        query("t", ["a", nil, ""], .comma, "t=a,"),
        query("t", Set([3, 1, 2]), .comma, "t=1,2,3"),
        query("t", ["a"], .space, "t=a"),
        query("t", ["a", "b,c"], .space, "t=a%20b%2Cc"),
        query("t", ["a"], .pipe, "t=a"),
        query("t", ["a", "b|c"], .pipe, "t=a%7Cb%7Cc"),
        query("t", ["a"], .brackets, "t%5B%5D=a"),
        query("t", ["a", "b"], .brackets, "t%5B%5D=a&t%5B%5D=b"),
        query("t", [[1, 2], [3]], .brackets, "t%5B%5D%5B%5D=1&t%5B%5D%5B%5D=2&t%5B%5D%5B%5D=3"),
        query("t", ["a"], .indexed, "t%5B0%5D=a"),
        query("t", ["a", "b"], .indexed, "t%5B0%5D=a&t%5B1%5D=b"),
        query("t", [[1, 2], [3]], .indexed, "t%5B0%5D%5B0%5D=1&t%5B0%5D%5B1%5D=2&t%5B1%5D%5B0%5D=3"),
        query("t", ["a"], .deepObject, "t=a"),
        query("t", ["a", "b"], .deepObject, "t=a&t=b"),
    ]

    static let refusedLists: [EncodingRow] =
        [ParameterStyle.repeated, .comma, .space, .pipe, .deepObject].map { style in
            refusedQuery("t", [[1]], style, "t': it is a list of lists: use style .indexed or .brackets")
        }

    static let objects: [EncodingRow] = [
        query("f", Point(), .deepObject, "f%5Bx%5D=1"),
        query("f", Point(), .brackets, "f%5Bx%5D=1"),
        query("f", Point(), .indexed, "f%5Bx%5D=1"),
        query("f", [String: Int](), .deepObject, nil),
        query("f", Point(x: nil), .deepObject, nil),
        query("f", ["b": 2, "a": 1], .deepObject, "f%5Ba%5D=1&f%5Bb%5D=2"),
        query("f", ["a]=": 1], .deepObject, "f%5Ba%5D%3D%5D=1"),
        query("f", Area(), .deepObject, "f%5Bcenter%5D%5Bx%5D=1&f%5Bsizes%5D=1&f%5Bsizes%5D=2"),
        query(
            "f", Filter(), .indexed,
            """
            f%5Btext%5D=a%26b&f%5Bpoints%5D%5B0%5D%5Bx%5D=1\
            &f%5Bpoints%5D%5B1%5D%5Bx%5D=1&f%5Bpoints%5D%5B1%5D%5By%5D=2
            """),
        query(
            "f", Filter(), .brackets,
            """
            f%5Btext%5D=a%26b&f%5Bpoints%5D%5B%5D%5Bx%5D=1\
            &f%5Bpoints%5D%5B%5D%5Bx%5D=1&f%5Bpoints%5D%5B%5D%5By%5D=2
            """),
    ]

    static let refusedObjects: [EncodingRow] =
        [ParameterStyle.repeated, .comma, .space, .pipe].map { style in
            refusedQuery("f", Point(), style, "f': it is an object: use style .deepObject, .brackets or .indexed")
        } + [
            refusedQuery(
                "f", Filter(), .deepObject, "f[points]': it is a list of objects: use style .indexed or .brackets")
        ]

    private static func spread(
        _ value: some Encodable, _ style: ParameterStyle, _ expected: Expected
    ) -> EncodingRow {
        let endpoint = Endpoint {
            BaseURL(base)
            GET("/")
            Query(from: value, style: style)
            Query(flag: "a flag")
        }
        return EncodingRow("spread .\(style) \(value)", endpoint, expected)
    }

    private static let nameless = "and has no member names: give it a name, or spread an object"

    static let spreads: [EncodingRow] = [
        spread(Area(), .deepObject, .url("\(base)/?center%5Bx%5D=1&sizes=1&sizes=2&a%20flag")),
        spread(Area(), .indexed, .url("\(base)/?center%5Bx%5D=1&sizes%5B0%5D=1&sizes%5B1%5D=2&a%20flag")),
        spread(Point(x: nil), .deepObject, .url("\(base)/?a%20flag")),
        spread(Point?.none, .deepObject, .url("\(base)/?a%20flag")),
        spread(["b": "2", "a": "1"], .repeated, .url("\(base)/?a=1&b=2&a%20flag")),
        spread("text", .deepObject, .problem("query item: it is a scalar \(nameless)")),
        spread([1], .deepObject, .problem("query item: it is a list \(nameless)")),
    ]
}
