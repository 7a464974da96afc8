import Apus
import LoopbackServer
import Testing

/// What a redirect to another origin takes along; two servers on two ports are two origins (RFC 9110 §4.3.1).
@Suite struct CrossOriginTests {
    private let first: LoopbackServer
    private let second: LoopbackServer
    private let client: Client
    private let endpoint: Endpoint<String, EndpointError<Never>>

    init() throws {
        first = try LoopbackServer()
        second = try LoopbackServer()
        second.otherwise { .text($0.target) }
        first.otherwise { .text($0.target) }
        client = Client(first.url)
        endpoint = Endpoint {
            POST("/start")
            Bearer("t0ken")
            APIKey("X-Key", "k3y")
            APIKey("key", "k3y", in: .query)
            Header("X-Secret", "s3cret", secret: true)
            Header("X-Plain", "plain")
            Header(.cookie, "session=1")
            Body(json: ["a": 1])
            DecodeText()
        }
    }

    private func fields(_ request: ReceivedRequest) -> [String?] {
        ["Authorization", "X-Key", "X-Secret", "Cookie", "X-Plain"].map { request.field($0) }
    }

    private static let all = ["Bearer t0ken", "k3y", "s3cret", "session=1", "plain"]
    private static let plain = [nil, nil, nil, nil, "plain"]

    @Test("Another origin gets no secret and no cookie, but body and other fields", arguments: [307, 308])
    func other(status: Int) async throws {
        first.on("/start") { [url = second.url] _ in .redirect(status, to: url + "/landing") }
        #expect(try await client.send(endpoint) == "/landing")
        #expect(first.received.map(fields) == [Self.all])
        #expect(first.received.map(\.target) == ["/start?key=k3y"])
        #expect(second.received.map(fields) == [Self.plain])
        #expect(second.received.map(\.method) == ["POST"])
        #expect(second.received.map(\.text) == [#"{"a":1}"#])
        #expect(second.received.map { $0.field("Host") } == ["127.0.0.1:\(second.port)"])
    }

    @Test("The same origin gets all", arguments: [307, 308])
    func same(status: Int) async throws {
        first.on("/start") { _ in .redirect(status, to: "/landing") }
        #expect(try await client.send(endpoint) == "/landing")
        #expect(first.received.map(fields) == [Self.all, Self.all])
        #expect(second.acceptedConnections == 0)
    }

    @Test("What was dropped on the way stays dropped on the way back")
    func back() async throws {
        first.on("/start") { [url = second.url] _ in .redirect(307, to: url + "/turn") }
        second.on("/turn") { [url = first.url] _ in .redirect(307, to: url + "/landing") }
        #expect(try await client.send(endpoint) == "/landing")
        #expect(first.received.map(fields) == [Self.all, Self.plain])
        #expect(second.received.map(fields) == [Self.plain])
    }

    @Test("A declared Host is for its origin alone")
    func host() async throws {
        first.on("/start") { [url = second.url] _ in .redirect(302, to: url + "/landing") }
        let endpoint = Endpoint {
            GET("/start")
            Header(.host, "example.test")
            DecodeText()
        }
        _ = try await client.send(endpoint)
        #expect(first.received.map { $0.field("Host") } == ["example.test"])
        #expect(second.received.map { $0.field("Host") } == ["127.0.0.1:\(second.port)"])
    }

    @Test("A plan shows where the first hop goes, never where a redirect may lead")
    func plan() {
        let plan = client.plan(for: endpoint)
        #expect(plan.description.contains("follow redirects, at most 20"))
        #expect(!plan.curl.contains("--location"))
    }
}
