import Apus
import Foundation
import LoopbackServer
import Testing

/// A whole session of calls that go well and calls that do not, with everything that they can print kept.
@Suite struct SecrecyTests {
    static let secrets = ["b3arer-t0ken", "pa55word", "h3ader-key", "qu3ry-key", "s3cret-field"]
    /// How the secrets may look once they are encoded: base64 of `apus:pa55word`.
    static let encoded = secrets + [Data("apus:pa55word".utf8).base64EncodedString()]

    private let server: LoopbackServer
    private let other: LoopbackServer
    private let paper = Paper()
    private let client: Client

    init() throws {
        server = try LoopbackServer()
        other = try LoopbackServer()
        other.otherwise { _ in .json(#"{"tel":"1"}"#) }
        server.on("/ok") { _ in .json(#"{"tel":"1"}"#) }
        server.on("/declared") { _ in .json(#"{"errors":[]}"#, status: 404) }
        server.on("/undeclared") { _ in .text("Not here", status: 404) }
        server.on("/garbage") { _ in .text("no JSON") }
        server.on("/hang") { _ in .script([.hang]) }
        server.on("/close") { _ in .script([.close]) }
        server.on("/loop") { _ in .redirect(307, to: "/loop") }
        server.on("/slash") { .redirect(301, to: "/ok?\($0.query ?? "")") }
        server.on("/odd") { .redirect(301, to: "mailto:?\($0.query ?? "")") }
        server.on("/away") { [url = other.url] in .redirect(302, to: "\(url)/landing?\($0.query ?? "")") }
        client = Client(server.url) { [paper] in
            Log { paper.write($0) }
            FollowRedirects()
            InnerLog(log: Log { paper.write($0) })
        }
    }

    /// A log of each hop, beside that of each call.
    private struct InnerLog: Plugin {
        let log: Log
        var summary: String { "inner log" }
        func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
            try await log.intercept(request, exchange, next: next)
        }
    }

    private static let secretive = EndpointGroup {
        Name("secretive")
        APIKey("X-Key", "h3ader-key")
        APIKey("key", "qu3ry-key", in: .query)
        Header("X-Secret", "s3cret-field", secret: true)
        OnError(TwitterError.self)
    }

    static let paths = [
        "/ok", "/declared", "/undeclared", "/garbage", "/hang", "/close", "/loop", "/slash", "/away", "/%7B",
    ]

    @Test("No secret is in anything that a session prints", arguments: paths)
    func session(path: String) async throws {
        let template = PathTemplate(path)
        let bearer = Self.secretive {
            GET(template)
            Bearer("b3arer-t0ken")
            Timeout(path == "/hang" ? .milliseconds(200) : .seconds(60))
            Decode(String.self, at: "tel")
        }
        let basic = Self.secretive {
            POST(template)
            Basic("apus", "pa55word")
            Body(json: ["a": 1])
            Timeout(path == "/hang" ? .milliseconds(200) : .seconds(60))
            Decode(String.self, at: "tel")
        }
        for endpoint in [bearer, basic] {
            await run(endpoint)
        }
        check(mentions: server.url)
        // The server did get them.
        let fields = server.received.flatMap { $0.fields.map(\.value) }
        #expect(fields.contains("Bearer b3arer-t0ken"))
        #expect(fields.contains("h3ader-key"))
        #expect(server.received.first?.queryValue("key") == "qu3ry-key")
    }

    @Test("No secret is in what a server that is down, a cancelled call and a wrong declaration print")
    func nothingSent() async throws {
        await run(
            Self.secretive {
                BaseURL(LoopbackServer.downURL)
                GET("/")
                Bearer("b3arer-t0ken")
                DecodeText()
            })
        await run(
            Self.secretive {
                GET("/{id}")
                Bearer("b3arer-t0ken\r\n")
                DecodeText()
            })
        await run(
            Self.secretive {
                GET("/")
                Basic("a:b", "pa55word")
                DecodeText()
            })
        let endpoint = Self.secretive {
            GET("/hang")
            Bearer("b3arer-t0ken")
            DecodeText()
        }
        let task = Task { await run(endpoint) }
        try await server.waitForRequests(1)
        task.cancel()
        await task.value
        check(mentions: "cancelled")
    }

    @Test("No secret is in the words for a location that repeats it")
    func repeated() async throws {
        let endpoint = Self.secretive {
            GET("/odd")
            DecodeText()
        }
        let failure = try #require(await client.call(endpoint).result.unexpected())
        #expect(
            failure.reason == "Location \"mailto:?key=<redacted>\" can't be followed: "
                + "its scheme is mailto: only http and https can be sent")
        paper.write("\(EndpointError<TwitterError>.unexpected(failure.response, failure.reason))")
        check(mentions: "/odd")
    }

    @Test("No password is in the words for a base URL that has one")
    func userInfo() async {
        let endpoint = Self.secretive {
            BaseURL("http://u:pa55word@127.0.0.1")
            GET("/")
            DecodeText()
        }
        paper.write(client.plan(for: endpoint).description)
        paper.write(client.plan(for: endpoint).curl)
        if case .failure(let error) = await client.call(endpoint).result { paper.write("\(error)") }
        check(mentions: "base URL")
    }

    @Test("No secret is in a component, a group or a client that is dumped")
    func declarations() {
        paper.print(Bearer("b3arer-t0ken"))
        paper.print(Basic("apus", "pa55word"))
        paper.print(APIKey("X-Key", "h3ader-key"))
        paper.print(APIKey("key", "qu3ry-key", in: .query))
        paper.print(Header("X-Secret", "s3cret-field", secret: true))
        paper.print(Self.secretive)
        paper.print(
            Self.secretive {
                GET("/")
                Bearer("b3arer-t0ken")
            })
        paper.print(
            client.call(
                Self.secretive {
                    GET("/")
                    Basic("apus", "pa55word")
                }))
        check(mentions: "X-Key")
    }

    /// Sends the endpoint through both adapters and prints all there is.
    private func run(_ endpoint: Endpoint<String, EndpointError<TwitterError>>) async {
        let plan = client.plan(for: endpoint)
        paper.print(plan)
        paper.write(plan.curl)
        paper.write((try? JSONEncoder().encode(plan)).map { String(decoding: $0, as: UTF8.self) } ?? "")
        if let request = try? plan.request() { paper.print(request) }
        let outcome = await client.call(endpoint).outcome { [paper] in paper.print($0) }
        paper.print(outcome)
        paper.print(outcome.result)
        if case .failure(let error) = outcome.result { paper.print(error) }
        if let response = outcome.response { paper.print(response) }
        outcome.attempts.forEach { paper.print($0) }
    }

    private func check(mentions something: String) {
        let text = paper.text
        #expect(text.contains("<redacted>"))
        #expect(text.contains(something))
        let leaks = text.split(separator: "\n").filter { line in Self.encoded.contains { line.contains($0) } }
        #expect(leaks.isEmpty, "\(leaks.prefix(5).joined(separator: "\n"))")
    }
}
