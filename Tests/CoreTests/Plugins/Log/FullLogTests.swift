import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite struct FullLogTests {
    /// What a log writes of one call, outside of the plugins given.
    private static func text(
        _ endpoint: Endpoint<some Sendable, some Error>, _ detail: LogDetail = .full, curl: Bool = false,
        plugins: [any Plugin] = [], response: HTTPResponse
    ) async -> [String] {
        let lines = Lines()
        let stub = StubTransport { _ throws(TransportError) in response }
        let client = Client("http://a.example", transport: stub, clock: ManualClock()) {
            Log(detail, curl: curl) { lines.append($0) }
            plugins
        }
        _ = await client.call(endpoint).result
        return lines.all
    }

    @Test("A full log has the fields and bodies of both messages, written at once")
    func full() async {
        let endpoint = Endpoint {
            POST("/x"); Name("x.add"); Body(json: ["a": "b\"c"]); Header("X-A", "1")
        }
        let response = HTTPResponse(
            status: 201, fields: [.contentType: "application/json", "X-B": "2\u{1B}"],
            body: HTTPBody("{\n  \"id\": 1\n}"))
        let text = await Self.text(endpoint, response: response)
        #expect(
            text == [
                #"""
                x.add POST http://a.example/x -> 201 Created, 13 bytes, 0 ms
                  > X-A: 1
                  > Content-Type: application/json
                  > {"a":"b\"c"}
                  < Content-Type: application/json
                  < X-B: 2\u{1B}
                  < {
                  <   "id": 1
                  < }
                """#
            ])
    }

    @Test("A failure without a response has the request alone")
    func failure() async {
        let failing = Intercept { _, _, _ in throw TransportError(.timeout) }
        let text = await Self.text(
            Endpoint {
                GET("/x"); Header("X-A", "1")
            }, .full, plugins: [failing], response: HTTPResponse(status: 200))
        #expect(text == ["GET http://a.example/x -> timed out, 0 ms\n  > X-A: 1"])
    }

    @Test(
        "No secret is shown, also where the server repeats it, and of a cookie neither name nor attributes are missing")
    func secrets() async {
        let endpoint = Endpoint {
            POST("/x"); Bearer("t0k3n"); APIKey("key", "k3y", in: .query); Body(form: ["user": "me"])
        }
        let response = HTTPResponse(
            status: 200,
            fields: HTTPFields([
                HTTPField("X-Echo", "was t0k3n"), HTTPField(.setCookie, "sid=c00kie; Path=/; HttpOnly"),
                HTTPField(.setCookie, "c00kie"), HTTPField("X-Own", "0wn", secret: true),
            ]),
            body: HTTPBody("you sent t0k3n and k3y"))
        let text = await Self.text(endpoint, .full, curl: true, response: response).joined()
        for secret in ["t0k3n", "k3y", "c00kie", "0wn"] { #expect(!text.contains(secret)) }
        #expect(text.contains("< Set-Cookie: sid=<redacted>; Path=/; HttpOnly\n"))
        #expect(text.contains("< Set-Cookie: <redacted>\n"))
        #expect(text.contains("< X-Echo: was <redacted>\n"))
        #expect(text.contains("> Authorization: Bearer <redacted>\n"))
        #expect(text.hasSuffix("you sent <redacted> and <redacted>"))
        #expect(text.contains("--header 'Authorization: Bearer <redacted>'"))
    }

    @Test("A body with a secret is not shown, nor what answers it")
    func secretBody() async {
        let login = Intercept { request, _, next in
            var request = request
            request.body = HTTPBody("password=pa55", secret: true)
            return try await next(request)
        }
        let lines = Lines()
        let stub = StubTransport { _ throws(TransportError) in
            HTTPResponse(status: 200, body: HTTPBody("{\"token\":\"fr3sh\"}"))
        }
        let client = Client(transport: stub, clock: ManualClock()) {
            login
            Log(.full, curl: true) { lines.append($0) }
        }
        _ = await client.call(Endpoint { POST("http://a.example/x") }).result
        #expect(!lines.text.contains("pa55") && !lines.text.contains("fr3sh"))
        #expect(lines.text.hasSuffix("\n  > <redacted>\n  < <redacted>"))
        #expect(lines.text.contains("--data-raw '<redacted>'"))
    }

    @Test(
        "Bodies are cut at the limit, between characters; what is no text is shown by its size",
        arguments: [
            (Data("12345678".utf8), 8, ["12345678"]), (Data("123456789".utf8), 8, ["12345678", "(9 bytes in all)"]),
            (Data("1234567äb".utf8), 8, ["1234567", "(10 bytes in all)"]), (Data([0xFF, 0xFE]), 8, ["(2 bytes)"]),
            (Data([0x61, 0]), 8, ["(2 bytes)"]), (Data("abc".utf8), 0, ["", "(3 bytes in all)"]), (Data(), 8, []),
            (Data("a\r\nb".utf8), 8, ["a", "b"]), (Data("abc".utf8), .max, ["abc"]),
        ] as [(Data, Int, [String])])
    func limits(body: Data, limit: Int, lines: [String]) async {
        let text = await Self.text(
            Endpoint { GET("/x") }, .full(bodyLimit: limit), response: HTTPResponse(status: 200, body: HTTPBody(body)))
        #expect(text.joined().split(separator: "\n").dropFirst().map { String($0.dropFirst(4)) } == lines)
    }

    @Test("A secret across the limit is not shown by half", arguments: 0...80)
    func secretAcrossLimit(limit: Int) async {
        // Longer than its mark, so that what is redacted is shorter than what was read.
        let secret = "ABCDEFGHIJKLMNOPQRSTUVWX"
        let endpoint = Endpoint {
            GET("/x"); Bearer(secret)
        }
        for body in ["12345\(secret)678", "\(secret)\(secret)\(secret)", "1\(secret)2\(secret)3"] {
            let text = await Self.text(
                endpoint, .full(bodyLimit: limit), response: HTTPResponse(status: 200, body: HTTPBody(body)))
            let shown = text.joined().components(separatedBy: "  < ").dropFirst().joined()
            #expect(!shown.contains("A"))
        }
    }

    @Test("A body's line can't pass for one of the log's own")
    func forged() async {
        let text = await Self.text(
            Endpoint { GET("/x") },
            response: HTTPResponse(status: 200, body: HTTPBody("a\nGET http://b.example/ -> 200 OK\u{2028}\u{202E}b\r"))
        )
        #expect(text.joined().split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("  < ") })
        #expect(text.joined().unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value < 0x2000 })
    }

    @Test("A stream is not touched")
    func stream() async {
        let chunks = ByteStream(length: nil, isReplayable: true) { { nil } }
        let response = HTTPResponse(status: 200, body: HTTPBody(chunks))
        let text = await Self.text(Endpoint { GET("/x") }, response: response)
        #expect(text.joined().contains("  < (\(chunks))"))
    }

    @Test("An attempt after the first has its number")
    func attempt() async {
        let lines = Lines()
        let statuses = Lines()
        let stub = StubTransport { _ throws(TransportError) in
            statuses.append("")
            return HTTPResponse(status: statuses.all.count == 1 ? 503 : 200)
        }
        let client = Client(transport: stub, clock: ManualClock()) {
            Retry(.idempotent, upTo: 1, .exponential(from: .zero, to: .zero))
            Log { lines.append($0) }
        }
        _ = await client.call(Endpoint { GET("http://a.example/x") }).result
        #expect(
            lines.all == [
                "GET http://a.example/x -> 503 Service Unavailable, 0 bytes, 0 ms",
                "GET http://a.example/x -> 200 OK, 0 bytes, 0 ms, attempt 2",
            ])
    }

    @Test("The line for curl is one line, and runs what was sent")
    func curl() async throws {
        let endpoint = Endpoint {
            POST("/x"); Header("X-A", "it's"); Body(text: "a'b")
        }
        let text = await Self.text(endpoint, .line, curl: true, response: HTTPResponse(status: 200))
        let plan = Client("http://a.example", transport: StubTransport([:])).plan(for: endpoint)
        #expect(text.joined().split(separator: "\n").last.map(String.init) == "  $ \(plan.curl)")
        let url = try #require(RequestURL("http://a.example/"))
        let request = HTTPRequest(method: .post, url: url, fields: ["X": "a\nb"], body: HTTPBody("1\n2"))
        #expect(request.curl.hasPrefix("# field 'X'") && !request.curl.contains("\n"))
        var plain = request
        plain.fields = [:]
        #expect(plain.curl.hasPrefix("printf %s 'MQoy' | base64 -d | curl ") && !plain.curl.contains("\n"))
        plain.body = HTTPBody(String(repeating: "a", count: 20_000))
        #expect(plain.curl.contains("--data-binary @-"))
    }

    @Test("The plan says how much is written, and that a negative limit means nothing")
    func plan() {
        let client = Client("http://a.example", transport: StubTransport([:])) {
            Log(.full(bodyLimit: 10), curl: true)
            Log(.full(bodyLimit: -1)) { _ in }
        }
        let plan = client.plan(for: Endpoint { GET("/x") })
        #expect(plan.plugins.first == "log in full, bodies up to 10 bytes, with curl")
        #expect(
            plan.problems.map(\.description) == ["plugin 'Log': bodyLimit: -1 means nothing: give it a value that does"]
        )
    }
}
