import Apus
import LoopbackServer
import Testing

@Suite struct FieldTests {
    private let server: LoopbackServer
    private let client: Client

    init() throws {
        server = try LoopbackServer()
        client = Client(server.url)
    }

    @Test("Text beyond ASCII in a field is sent as UTF-8", arguments: ["日本", "é", "🐦 apus", "a\tb"])
    func sent(text: String) async throws {
        server.otherwise { .text($0.field("X-Note") ?? "none") }
        #expect(
            try await client.send(
                Endpoint {
                    GET("/")
                    Header("X-Note", text)
                    DecodeText()
                }) == text)
    }

    @Test("Text beyond ASCII in a field of the answer is read as UTF-8", arguments: ["日本", "é", "🐦 apus"])
    func received(text: String) async throws {
        server.otherwise { _ in .text("", fields: [("X-Note", text)]) }
        let response = try await client.send(
            Endpoint {
                GET("/")
                DecodeResponse()
            })
        #expect(response.fields["X-Note"] == text)
    }

    @Test("Fields are sent under their names, whose case a transport may change")
    func names() async throws {
        server.otherwise { _ in .text("") }
        _ = try await client.send(
            Endpoint {
                GET("/")
                Header("x-lower", "1")
                Header("X-UPPER", "2")
                Header("X-Mixed-case", "3")
            })
        let names = server.received[0].fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("x-") }
        #expect(names.sorted() == ["x-lower", "x-mixed-case", "x-upper"])
    }

    @Test("A long field arrives whole")
    func long() async throws {
        server.otherwise { .text("\($0.field("X-Long")?.utf8.count ?? 0)") }
        let text = String(repeating: "x", count: 60_000)
        #expect(
            try await client.send(
                Endpoint {
                    GET("/")
                    Header("X-Long", text)
                    DecodeText()
                }) == "60000")
    }

    @Test("A long query arrives whole")
    func longQuery() async throws {
        server.otherwise { .text("\($0.queryValue("q")?.count ?? 0)") }
        let text = String(repeating: "日", count: 10_000)
        #expect(
            try await client.send(
                Endpoint {
                    GET("/")
                    Query("q", text)
                    DecodeText()
                }) == "10000")
    }

    @Test("The declared order of the query is the order on the wire")
    func queryOrder() async throws {
        server.otherwise { .text($0.target) }
        let api = EndpointGroup { Query("z", 1) }
        let target = try await client.send(
            api {
                GET("/path?literal=1")
                Query("b", 2)
                Query("a", 3)
                Query("b", 1)
                DecodeText()
            })
        #expect(target == "/path?literal=1&z=1&b=2&a=3&b=1")
    }

    @Test("A base URL's path and query come first")
    func base() async throws {
        server.otherwise { .text($0.target) }
        let client = Client("\(server.url)/v1/?key=a%2Bb")
        #expect(
            try await client.send(
                Endpoint {
                    GET("/users")
                    Query("q", 1)
                    DecodeText()
                }) == "/v1/users?key=a%2Bb&q=1")
        #expect(
            try await client.send(
                Endpoint {
                    GET("users")
                    DecodeText()
                }) == "/v1/users?key=a%2Bb")
    }
}
