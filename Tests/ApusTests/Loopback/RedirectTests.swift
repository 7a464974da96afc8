import Apus
import Locking
import LoopbackServer
import Testing

@Suite struct RedirectTests {
    private let server: LoopbackServer
    private let client: Client

    init() throws {
        server = try LoopbackServer()
        server.otherwise { .text($0.target) }
        client = Client(server.url)
    }

    static let locations = [
        ("next", "/a/b/next"), ("./next", "/a/b/next"), ("../next", "/a/next"), ("/next?x=1", "/next?x=1"),
        ("?q=2", "/a/b/start?q=2"), ("/next#part", "/next"), ("/%E6%97%A5?%2B+", "/%E6%97%A5?%2B+"),
        ("/日本 x", "/%E6%97%A5%E6%9C%AC%20x"), ("../../../next", "/next"),
    ]

    @Test("A relative location is resolved against the URL that it was found at", arguments: locations)
    func relative(location: (text: String, target: String)) async throws {
        server.on("/a/b/start") { request in
            request.query == nil ? .redirect(302, to: location.text) : .text(request.target)
        }
        #expect(
            try await client.send(
                Endpoint {
                    GET("/a/b/start")
                    DecodeText()
                }) == location.target)
    }

    @Test("An absolute location is followed", arguments: [301, 302, 303, 307, 308])
    func absolute(status: Int) async throws {
        server.on("/start") { [url = server.url] _ in .redirect(status, to: url + "/next") }
        let reply = try await client.call(
            Endpoint {
                GET("/start")
                DecodeText()
            }
        ).reply
        #expect(reply.value == "/next")
        #expect(reply.response.url?.string == server.url + "/next")
        #expect(reply.attempts.map { (try? $0.outcome.get())?.code } == [status, 200])
    }

    @Test("After 307 a JSON body is sent again, byte for byte")
    func resent() async throws {
        server.on("/start") { _ in .redirect(307, to: "/next") }
        try await client.send(
            Endpoint {
                POST("/start")
                Body(json: ["bird": "鳥"])
                DecodeNothing()
            })
        let received = server.received
        #expect(received.map(\.method) == ["POST", "POST"])
        #expect(received.map(\.path) == ["/start", "/next"])
        #expect(received.map(\.text) == [#"{"bird":"鳥"}"#, #"{"bird":"鳥"}"#])
        #expect(received.map { $0.field("Content-Type") } == ["application/json", "application/json"])
    }

    @Test("A loop ends the call with the redirect that closes it")
    func loop() async throws {
        server.on("/a") { _ in .redirect(302, to: "/b") }
        server.on("/b") { _ in .redirect(302, to: "/a") }
        let outcome = await client.call(
            Endpoint {
                GET("/a")
                DecodeText()
            }
        ).outcome()
        let (response, reason) = try #require(outcome.result.unexpected())
        #expect(response.status == 302)
        #expect(reason == "a redirect loop at \(server.url)/a")
        #expect(outcome.attempts.count == 4)
    }

    @Test("One redirect more than the limit ends the call")
    func limit() async throws {
        server.otherwise { .redirect(302, to: "/x\($0.path)") }
        let result = await client.call(
            Endpoint {
                GET("/x")
                Use(FollowRedirects(limit: 3))
                DecodeText()
            }
        ).result
        #expect(try #require(result.unexpected()).reason == "more than 3 redirects")
        #expect(server.received.map(\.path) == ["/x", "/x/x", "/x/x/x", "/x/x/x/x"])
    }

    @Test("A location that is no http URL ends the call", arguments: ["mailto:a", "ftp://127.0.0.1/", "http://"])
    func otherScheme(location: String) async throws {
        server.on("/start") { _ in .redirect(302, to: location) }
        let result = await client.call(
            Endpoint {
                GET("/start")
                DecodeText()
            }
        ).result
        let (response, reason) = try #require(result.unexpected())
        #expect(response.status == 302)
        #expect(reason.hasPrefix("Location \"\(location)\" can't be followed: "))
    }

    @Test(
        "A redirect status without a location is an answer like any other", arguments: [300, 301, 302, 303, 307, 308])
    func noLocation(status: Int) async throws {
        server.on("/start") { _ in .empty(status) }
        #expect(
            try await client.send(
                Endpoint {
                    GET("/start")
                    DecodeResponse()
                }
            ).status == HTTPStatus(status))
        #expect(server.received.count == 1)
    }

    @Test("A log outside sees one call, a log inside sees each hop")
    func log() async throws {
        server.on("/start") { _ in .redirect(302, to: "/next") }
        let lines = Mutex<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        let endpoint = Endpoint {
            GET("/start")
            Name("start")
            DecodeText()
        }
        _ = try await Client(server.url) { log }.send(endpoint)
        _ = try await Client(server.url) {
            FollowRedirects(); log
        }.send(endpoint)
        let shown = lines.withLock { $0 }.map { $0.replacing(/\d+ ms$/, with: "N ms") }
        #expect(
            shown == [
                "start GET \(server.url)/start -> 200 OK, 5 bytes, N ms",
                "start GET \(server.url)/start -> 302 Found, 0 bytes, N ms",
                "start GET \(server.url)/next -> 200 OK, 5 bytes, N ms",
            ])
    }

    @Test("Those who listen hear of each redirect")
    func events() async throws {
        server.on("/start") { _ in .redirect(302, to: "/next") }
        let urls = Mutex<[String]>([])
        _ = await client.call(
            Endpoint {
                GET("/start")
                DecodeText()
            }
        ).outcome { event in
            if case .redirected(let url) = event { urls.withLock { $0.append(url.string) } }
        }
        #expect(urls.withLock { $0 } == ["\(server.url)/next"])
    }
}
