import Testing

@testable import ApusCore

/// What each style makes of each shape of value, as it stands in a URL with the brackets left readable.
@Suite struct ParameterStyleTests {
    struct Point: Encodable {
        let x: Int
        let y: Int?
    }
    struct Filter: Encodable {
        let name: String
        let tags: [String]
        let point: Point?
    }
    struct Deep: Encodable {
        let points: [Point]
    }

    enum Expected: Sendable {
        case text(String)
        case error(String)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let style: ParameterStyle
        let shape: String
        let value: any Encodable & Sendable
        let expected: Expected
        var testDescription: String { ".\(style) \(shape)" }
    }

    /// One shape in all styles, in the order of `ParameterStyle.allCases`.
    private static func rows(
        _ shape: String, _ value: any Encodable & Sendable, _ expected: [Expected]
    ) -> [Row] {
        zip(ParameterStyle.allCases, expected).map { Row(style: $0, shape: shape, value: value, expected: $1) }
    }

    private static func same(_ shape: String, _ value: any Encodable & Sendable, _ text: String) -> [Row] {
        rows(shape, value, ParameterStyle.allCases.map { _ in .text(text) })
    }

    private static let object = Expected.error("v is an object: use style .deepObject, .brackets or .indexed")
    private static let objects = Expected.error("v is a list of objects: use style .indexed or .brackets")
    private static let lists = Expected.error("v is a list of lists: use style .indexed or .brackets")

    // The styles in order: repeated, comma, space, pipe, brackets, indexed, deepObject.
    static let scalarsAndLists: [Row] =
        same("scalar", "a b,c", "v=a%20b%2Cc")
        + same("empty string", "", "v=")
        + same("bool", true, "v=true")
        + same("nil", String?.none, "")
        + same("empty array", [String](), "")
        + same("array of nil", [Int?.none, nil], "")
        + same("array of empty arrays", [[Int](), []], "")
        + same("empty dictionary", [String: Int](), "")
        + same("object of nil", ["a": Int?.none], "")
        + rows(
            "one element", ["a"],
            [.text("v=a"), .text("v=a"), .text("v=a"), .text("v=a"), .text("v[]=a"), .text("v[0]=a"), .text("v=a")])
        + rows(
            "bools", [true, false],
            [
                .text("v=true&v=false"), .text("v=true,false"), .text("v=true%20false"), .text("v=true%7Cfalse"),
                .text("v[]=true&v[]=false"), .text("v[0]=true&v[1]=false"), .text("v=true&v=false"),
            ])
        + rows(
            "elements with delimiters and nil", ["a,b", nil, "c d", "e|f", ""],
            [
                .text("v=a%2Cb&v=c%20d&v=e%7Cf&v="), .text("v=a%2Cb,c%20d,e%7Cf,"),
                .text("v=a%2Cb%20c%20d%20e%7Cf%20"), .text("v=a%2Cb%7Cc%20d%7Ce%7Cf%7C"),
                .text("v[]=a%2Cb&v[]=c%20d&v[]=e%7Cf&v[]="),
                .text("v[0]=a%2Cb&v[1]=c%20d&v[2]=e%7Cf&v[3]="),
                .text("v=a%2Cb&v=c%20d&v=e%7Cf&v="),
            ])

    static let nested: [Row] =
        rows(
            "list of lists", [[1, 2], [], [3]],
            [
                lists, lists, lists, lists, .text("v[][]=1&v[][]=2&v[][]=3"),
                .text("v[0][0]=1&v[0][1]=2&v[1][0]=3"), lists,
            ])
        + rows(
            "object", Point(x: 1, y: 2),
            [object, object, object, object, .text("v[x]=1&v[y]=2"), .text("v[x]=1&v[y]=2"), .text("v[x]=1&v[y]=2")])
        + rows(
            "object with nil", Point(x: 1, y: nil),
            [object, object, object, object, .text("v[x]=1"), .text("v[x]=1"), .text("v[x]=1")])
        + rows(
            "nested", Filter(name: "n", tags: ["a", "b"], point: Point(x: 1, y: nil)),
            [
                object, object, object, object,
                .text("v[name]=n&v[tags][]=a&v[tags][]=b&v[point][x]=1"),
                .text("v[name]=n&v[tags][0]=a&v[tags][1]=b&v[point][x]=1"),
                .text("v[name]=n&v[tags]=a&v[tags]=b&v[point][x]=1"),
            ])
        + rows(
            "list of objects", [Point(x: 1, y: 2), Point(x: 3, y: nil)],
            [
                objects, objects, objects, objects, .text("v[][x]=1&v[][y]=2&v[][x]=3"),
                .text("v[0][x]=1&v[0][y]=2&v[1][x]=3"), objects,
            ])
        + rows(
            "list of objects inside an object", Deep(points: [Point(x: 1, y: nil)]),
            [
                object, object, object, object, .text("v[points][][x]=1"), .text("v[points][0][x]=1"),
                .error("v[points] is a list of objects: use style .indexed or .brackets"),
            ])

    @Test("Each style writes scalars and lists in its way", arguments: scalarsAndLists)
    func scalarOrList(_ row: Row) throws {
        try check(row)
    }

    @Test("Each style writes objects and nested lists in its way or says which style can", arguments: nested)
    func nestedValue(_ row: Row) throws {
        try check(row)
    }

    private func check(_ row: Row) throws {
        switch row.expected {
        case .text(let text):
            #expect(try query(KeyValueEncoder.encode(row.value, name: "v", style: row.style)) == text)
        case .error(let message):
            let error = #expect(throws: ParameterError.self) {
                try KeyValueEncoder.encode(row.value, name: "v", style: row.style)
            }
            #expect(error?.description == message)
        }
    }

    @Test("Elements stay apart until they are written")
    func apart() throws {
        let parameters = try KeyValueEncoder.encode(["a,b", "c"], name: "v", style: .comma)
        #expect(parameters == [Parameter("v", .list(["a,b", "c"], .comma))])
    }

    @Test("Names are percent-encoded too")
    func names() throws {
        let parameters = try KeyValueEncoder.encode(["日": "ä"], name: "a b", style: .deepObject)
        #expect(Parameter.joined(parameters) == "a%20b%5B%E6%97%A5%5D=%C3%A4")
    }
}

/// Parameters as a query, with brackets in names readable.
func query(_ parameters: [Parameter]) -> String {
    parameters.map { parameter in
        Parameter.joined([parameter]).split(separator: "%5B", omittingEmptySubsequences: false).joined(separator: "[")
            .split(separator: "%5D", omittingEmptySubsequences: false).joined(separator: "]")
    }.joined(separator: "&")
}
