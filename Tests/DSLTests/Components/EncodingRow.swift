import ApusCore
import ApusDSL
import Testing

/// One declaration, and the URL that it asks for or what is wrong with it.
struct EncodingRow: Sendable, CustomTestStringConvertible {
    enum Expected: Sendable {
        /// The whole URL, byte for byte.
        case url(String)
        /// The problem's text.
        case problem(String)
    }

    let name: String
    let endpoint: Endpoint<HTTPResponse, EndpointError<Never>>
    let expected: Expected

    var testDescription: String { name }

    init(_ name: String, _ endpoint: Endpoint<HTTPResponse, EndpointError<Never>>, _ expected: Expected) {
        self.name = name
        self.endpoint = endpoint
        self.expected = expected
    }

    static let all: [EncodingRow] = [
        wholeSegments, scalarSegments, partialSegments, literalPaths, queries, refusedQueries, emptyLists, lists,
        refusedLists, objects, refusedObjects, spreads, baseURLs, refusedBaseURLs, absoluteURLs,
    ].flatMap { $0 }
}

// What a row is about is one argument; the rest of its declaration stands here.
extension EncodingRow {
    static let base = "https://a.example"

    /// The value of a whole segment, `/users/{id}/posts`, and the segment.
    static func segment(_ value: some Encodable, _ encoded: String) -> EncodingRow {
        let endpoint = Endpoint {
            BaseURL(base)
            GET("/users/\("id", value)/posts")
        }
        return EncodingRow("segment \(value)", endpoint, .url("\(base)/users/\(encoded)/posts"))
    }

    /// The value of a whole segment that is refused.
    static func segment(_ value: some Encodable, problem: String) -> EncodingRow {
        EncodingRow("segment \(value)", segment(value, "").endpoint, .problem("path value 'id'\(problem)"))
    }

    /// A path, and what follows the base URL.
    static func path(_ path: PathTemplate, _ encoded: String) -> EncodingRow {
        let endpoint = Endpoint {
            BaseURL(base)
            GET(path)
        }
        let values = path.values.map { $0.value ?? "nil" }.joined(separator: ", ")
        return EncodingRow("path \(path.text) of \(values)", endpoint, .url(base + encoded))
    }

    /// A path that is refused.
    static func path(_ path: PathTemplate, problem: String) -> EncodingRow {
        let row = Self.path(path, "")
        return EncodingRow(row.name, row.endpoint, .problem(problem))
    }

    /// A query item, and the query; nil for none.
    static func query(
        _ name: String, _ value: some Encodable, _ style: ParameterStyle, _ encoded: String?
    ) -> EncodingRow {
        let endpoint = Endpoint {
            BaseURL(base)
            GET("/")
            Query(name, value, style: style)
        }
        return EncodingRow(
            "query .\(style) \(name) \(value)", endpoint, .url("\(base)/\(encoded.map { "?\($0)" } ?? "")"))
    }

    /// A query item in the style that is usual, and the query; nil for none.
    static func item(_ name: String, _ value: some Encodable, _ encoded: String?) -> EncodingRow {
        query(name, value, .repeated, encoded)
    }

    /// A query item that is refused.
    static func refusedQuery(
        _ name: String, _ value: some Encodable, _ style: ParameterStyle, _ problem: String
    ) -> EncodingRow {
        let row = query(name, value, style, nil)
        return EncodingRow(row.name, row.endpoint, .problem("query item '\(problem)"))
    }

    /// A base URL with `GET("/a?l=1")` and a query item, and the URL.
    static func base(_ text: String, _ encoded: String) -> EncodingRow {
        let endpoint = Endpoint {
            BaseURL(text)
            GET("/a?l=1")
            Query("q", "2")
        }
        return EncodingRow("base \(text)", endpoint, .url(encoded))
    }

    /// A base URL that is refused, with the reason.
    static func base(_ text: String, shown: String? = nil, problem: String) -> EncodingRow {
        let row = base(text, "")
        return EncodingRow(row.name, row.endpoint, .problem("base URL \"\(shown ?? text)\": \(problem)"))
    }
}
