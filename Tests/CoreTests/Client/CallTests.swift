import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Locking
import TestSupport
import Testing

@Suite struct CallTests {
    private enum Own: Error, Equatable { case failed(String) }

    private static let endpoint = Endpoint {
        GET("/x"); DecodeText(); OnError { $0.text }
    }
    private let stub = StubTransport { request throws(TransportError) in
        HTTPResponse(status: request.url.path == "/x" ? 200 : 404, body: HTTPBody(request.url.path))
    }

    private var client: Client { Client("http://a.example", transport: stub) }

    @Test("A call is cold and can run many times, each time anew")
    func cold() async throws {
        let call = client.call(Self.endpoint)
        #expect(call.plan == client.plan(for: Self.endpoint))
        #expect(stub.requests.isEmpty)
        for count in 1...3 {
            #expect(try await call.value == "/x")
            #expect(stub.requests.count == count)
        }
    }

    @Test("Value, reply, result, outcome and send tell the same story")
    func ways() async throws {
        let call = client.call(Self.endpoint)
        let reply = try await call.reply
        #expect(reply.value == "/x" && reply.response.status == 200)
        #expect(reply.response.url?.string == "http://a.example/x")
        #expect(reply.attempts.count == 1 && reply.attempts[0].number == 1 && reply.attempts[0].method == .get)
        #expect(try await call.result.get() == "/x")
        let outcome = await call.outcome()
        #expect(try outcome.result.get() == "/x" && outcome.response?.status == 200 && !outcome.isCancelled)
        #expect(try await client.send(Self.endpoint) == "/x")
    }

    @Test("Failures are of the declared type, checked by the compiler")
    func typedThrows() async {
        let failing = Endpoint {
            GET("/none"); DecodeText(); OnError { $0.text }
        }
        do throws(EndpointError<String>) {
            _ = try await client.send(failing)
            Issue.record("no failure")
        } catch {
            #expect(error.model == "/none" && error.response?.status == 404)
        }
        let mapped = failing.mapError { Own.failed($0.model ?? "") }.map(\.count)
        let result: Result<Int, Own> = await client.call(mapped).result
        #expect(result == .failure(.failed("/none")))
        do throws(Own) {
            _ = try await client.call(mapped).reply
            Issue.record("no failure")
        } catch {
            #expect(error == .failed("/none"))
        }
        do throws(EndpointError<Never>) {
            _ = try await client.send(Endpoint { GET("/none") })
        } catch {
            if case .unexpected = error {} else { Issue.record("\(error)") }
        }
    }

    @Test("Timings are measured on the client's clock, those of the hop are the transport's")
    func timings() async throws {
        let clock = ManualClock()
        let stub = StubTransport { _ throws(TransportError) in
            clock.advance(by: .seconds(2))
            return HTTPResponse(status: 200, timings: Timings(connect: .seconds(1), total: .seconds(99)))
        }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Intercept { request, _, next in
                _ = try await next(request)
                clock.advance(by: .seconds(3))
                return try await next(request, attempt: 2)
            }
        }
        let reply = try await client.call(Endpoint { GET("/x") }).reply
        #expect(reply.timings == Timings(connect: .seconds(1), total: .seconds(7)))
        #expect(reply.attempts.map(\.duration) == [.seconds(2), .seconds(2)])
        #expect(reply.attempts.map(\.number) == [1, 2])
    }

    @Test("A failed attempt is kept with its error")
    func attempts() async {
        let stub = StubTransport { _ throws(TransportError) in throw TransportError(.connectionLost) }
        let outcome = await Client("http://a.example", transport: stub).call(Self.endpoint).outcome()
        guard case .failure(let error)? = outcome.attempts.first?.outcome else {
            Issue.record("\(outcome.attempts)")
            return
        }
        #expect(error.kind == .connectionLost && outcome.attempts.count == 1 && outcome.response == nil)
    }

    @Test("What is wrong with the declaration or the base URL is invalid, and nothing is sent")
    func invalid() async {
        let endpoints: [(String?, Endpoint<HTTPResponse, EndpointError<Never>>)] = [
            ("http://a.example", Endpoint { GET("/\("id", "..")") }), ("http://a.example", Endpoint { GET("/{id}") }),
            (
                "http://a.example",
                Endpoint {
                    GET("/x"); Header("X", "a\nb")
                }
            ), (nil, Endpoint { GET("/x") }),
            ("a.example", Endpoint { GET("/x") }), ("http://a.example#f", Endpoint { GET("/x") }),
            ("http://u:p@a.example", Endpoint { GET("/x") }),
            (
                "http://a.example",
                Endpoint {
                    GET("/x"); BaseURL("ftp://b")
                }
            ),
            ("http://a.example", Endpoint { Method("GE T", "/x") }),
            (
                "http://a.example",
                Endpoint {
                    GET("/x"); Timeout(.zero)
                }
            ),
            (
                "http://a.example",
                Endpoint {
                    GET("/x"); Header("Content-Length", "1")
                }
            ),
        ]
        for (base, endpoint) in endpoints {
            let client = Client(base, transport: stub) { Intercept { _, _, _ in throw Own.failed("plugin was asked") } }
            let outcome = await client.call(endpoint).outcome()
            guard case .failure(.invalid(let error)) = outcome.result else {
                Issue.record("\(outcome.result)")
                continue
            }
            #expect(error.problems.count == 1, "\(error)")
            #expect(outcome.attempts.isEmpty && !outcome.isCancelled)
            if base != nil { #expect(client.plan(for: endpoint).problems == error.problems) }
        }
        #expect(stub.requests.isEmpty)
    }

    @Test("An endpoint's base URL, or an absolute path, goes before the client's, be that right or wrong")
    func baseURL() async {
        let client = Client("nonsense", transport: stub)
        _ = await client.call(
            Endpoint {
                GET("/x"); BaseURL("http://b.example/v1/")
            }
        ).result
        _ = await client.call(Endpoint { GET("http://c.example/x") }).result
        _ = await Client("http://a.example/v1?k=1", transport: stub).call(
            Endpoint {
                GET("x?l=2"); Query("q", 3)
            }
        ).result
        #expect(
            stub.requests.map(\.url.string) == [
                "http://b.example/v1/x", "http://c.example/x", "http://a.example/v1/x?k=1&l=2&q=3",
            ])
    }

    @Test("Two hundred calls at once each get their own answer")
    func concurrent() async {
        let stub = StubTransport { request throws(TransportError) in
            await Task.yield()
            return HTTPResponse(status: 200, body: HTTPBody(request.url.path))
        }
        let lines = Lines()
        let client = Client("http://a.example", transport: stub) { Mark<A>("a", lines) }
        let answers = await withTaskGroup(of: (Int, String?).self) { group in
            for number in 0..<200 {
                group.addTask {
                    (
                        number,
                        try? await client.send(
                            Endpoint {
                                GET("/\(number)"); DecodeText()
                            })
                    )
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "/\($0)") }))
        #expect(stub.requests.count == 200 && lines.all.count == 400)
    }
}
