import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DefaultsTests {
    private let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }
    private static let defaults = Defaults(
        fields: ["Accept-Language": "en", "X-Key": .secret(Secret("k3y")), .authorization: "Basic b4sic"],
        query: [
            "lang": "en & de", "tags": .list(["a,b", "c"], .comma), "key": .secret(Secret("qu3ry")), "debug": .flag,
        ])

    private func sent(
        _ endpoint: Endpoint<some Sendable, some Error>, base: String = "http://a.example"
    ) async throws -> (HTTPRequest, RequestPlan) {
        let client = Client(base, transport: stub) { Self.defaults }
        _ = try? await client.call(endpoint).result.get()
        return (try #require(stub.requests.last), client.plan(for: endpoint))
    }

    @Test("Fields and query items are added, encoded as declared ones, secrets redacted")
    func added() async throws {
        let (request, plan) = try await sent(Endpoint { GET("/x") })
        #expect(
            request.url.string
                == "http://a.example/x?lang=en%20%26%20de&tags=a%2Cb,c&key=qu3ry&debug")
        #expect(
            request.url.description
                == "http://a.example/x?lang=en%20%26%20de&tags=a%2Cb,c&key=<redacted>&debug")
        #expect(request.fields["X-Key"] == "k3y" && request.fields[.acceptLanguage] == "en")
        #expect(request.fields.description.contains("Authorization: Basic <redacted>"))
        #expect(
            plan.changes.map { $0.description.components(separatedBy: " (defaults")[0] } == [
                "Accept-Language: en", "X-Key: <redacted>", "Authorization: Basic <redacted>", "query lang = en & de",
                "query tags = a,b,c", "query key = <redacted>", "query debug = \"\"",
            ])
        let printed = Printed.everything(of: Self.defaults) + plan.description + "\(request)"
        #expect(!printed.contains("k3y") && !printed.contains("b4sic") && !printed.contains("qu3ry"))
    }

    @Test("What is shown is what is sent", arguments: 0..<6)
    func preview(row: Int) async throws {
        let bases = Array(repeating: "http://a.example", count: 5) + ["http://a.example?lang=b"]
        let endpoints = [
            Endpoint { GET("/x") },
            Endpoint { GET("/x?lang=de&a=1") },
            Endpoint {
                GET("/x"); Query("lang", ""); Query("a b", "1"); Header("accept-language", "de")
            },
            Endpoint { GET("http://b.example/x?l%61ng=1&debug") },
            Endpoint {
                GET("/x"); Header("X-Key", "mine"); APIKey("key", "0wn", in: .query); Query("tags", ["x"])
            },
            Endpoint { GET("/x") },
        ]
        let (request, plan) = try await sent(endpoints[row], base: bases[row])
        var declared = plan
        for change in plan.changes {
            let name = change.name ?? ""
            #expect(change.declared == nil)
            if change.part == .field {
                declared.declare(PlanField(HTTPFieldName(name), .text(change.effective ?? "")))
            } else if name == "debug" {
                declared.query.append(Parameter(name, .flag))
            } else if name == "tags" {
                declared.query.append(Parameter(name, .list(["a,b", "c"], .comma)))
            } else if name == "key" {
                declared.query.append(Parameter(name, .secret(Secret("x"))))
            } else {
                declared.query.append(Parameter(name, .text(change.effective ?? "")))
            }
        }
        let shown = try declared.request()
        #expect(shown.url.description == request.url.description)
        #expect(shown.fields.description == request.fields.description)
        let added = [7, 6, 5, 5, 4, 6]
        #expect(plan.changes.count == added[row])
    }

    @Test("Its time limit is for calls that have none, and ends them as a timeout")
    func timeout() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let held = StubTransport { _ throws(TransportError) in
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        let client = Client("http://a.example", transport: held, clock: clock) { Defaults(timeout: .seconds(30)) }
        let endpoint = Endpoint { GET("/x") }
        #expect(client.plan(for: endpoint).changes.map(\.description) == ["timeout 30 s (defaults for timeout 30 s)"])
        let call = Task { await client.call(endpoint).result }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        guard case .failure(.transport(let error)) = await call.value else {
            Issue.record("it had no limit")
            return
        }
        #expect(error.kind == .timeout)
        let own = Endpoint {
            GET("/x"); Timeout(.seconds(60))
        }
        #expect(client.plan(for: own).changes.isEmpty)
        let longer = Task { await client.call(own).result }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        gate.open()
        #expect((try? await longer.value.get()) != nil)
    }

    @Test("Its time limit is for a body that is saved to a file, too, and for all attempts")
    func timeoutOfBody() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let held = StubTransport { _ throws(TransportError) in
            let chunks = AsyncStream<Data> {
                await gate.pass()
                return nil
            }
            return HTTPResponse(status: 200, body: HTTPBody(ByteStream(chunks)))
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID())")
        let client = Client("http://a.example", transport: held, clock: clock) {
            Retry(); Defaults(timeout: .seconds(30))
        }
        let endpoint = Endpoint {
            GET("/x"); DecodeFile(to: file)
        }
        let call = Task { await client.call(endpoint).result }
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        guard case .failure(.transport(let error)) = await call.value else {
            Issue.record("it had no limit")
            return
        }
        #expect(error.kind == .timeout && !FileManager.default.fileExists(atPath: file.path))
    }

    @Test("What could not be declared can't be a default, nor may redirects stand outside of its query items")
    func problems() {
        let bad = Defaults(
            fields: ["a b": "1", "X": "a\nb", .contentLength: "1"], query: ["lang": "en"], timeout: .zero)
        let client = Client("http://a.example", transport: stub) {
            FollowRedirects(); bad
        }
        let words = client.plan(for: Endpoint { GET("/x") }).problems.map(\.description)
        #expect(words.count == 5)
        #expect(words.last?.hasPrefix("plugin 'Defaults'") == true)
    }

    @Test("As part of an endpoint it takes the place of the client's")
    func endpoint() async throws {
        let (request, _) = try await sent(
            Endpoint {
                GET("/x"); Use(Defaults(fields: ["Accept-Language": "fr"]))
            })
        #expect(request.fields[.acceptLanguage] == "fr" && request.url.query == nil)
    }
}
