import ApusCore
import ApusCurl
import Testing

@Suite(.timeLimit(.minutes(1))) struct `HTTP/2 with nghttpd` {
    /// Sends so many requests at once; how many of them made a connection.
    private func connectionsMade(by requests: [HTTPRequest], _ curl: CurlTransport, text: String) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for request in requests {
                group.addTask {
                    switch await outcome(of: request, by: curl) {
                    case .success(let response):
                        #expect(response.text == text)
                        return response.timings?.connect != nil
                    case .failure(let error):
                        Issue.record("\(error), \(error.underlying.map { "\($0)" } ?? "")")
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private func trusting(_ certificates: Certificates) -> CurlTransport {
        transport { $0.tls.extraCAFile = certificates.path("ca.pem") }
    }

    @Test func `Over TLS, 64 requests at once share one connection`() async throws {
        let certificates = try await Certificates.shared
        let server = try await HTTP2Server((certificates, "good"))
        let gets = try (0..<64).map { _ in try request(.get, server.url + "/text.txt") }
        let curl = trusting(certificates)
        #expect(await connectionsMade(by: gets, curl, text: "text") == 1)
        #expect(await connectionsMade(by: gets, curl, text: "text") == 0)
        #expect(server.connections == 1)
    }

    @Test func `A server that takes few requests at once gets all of them in the end`() async throws {
        let certificates = try await Certificates.shared
        let server = try await HTTP2Server((certificates, "good"), ["--max-concurrent-streams=4"])
        let curl = transport {
            $0.tls.extraCAFile = certificates.path("ca.pem")
            $0.maxConnectionsPerHost = 1
        }
        // Until it has heard how many, libcurl sends more, and gives up what is refused five times.
        let gets = try (0..<64).map { _ in try request(.get, server.url + "/text.txt") }
        _ = try await outcome(of: gets[0], by: curl).get()
        #expect(await connectionsMade(by: gets, curl, text: "text") <= 1)
    }

    @Test func `Large bodies go both ways at once on one connection`() async throws {
        let certificates = try await Certificates.shared
        let server = try await HTTP2Server((certificates, "good"))
        let curl = trusting(certificates)
        let text = String(repeating: "0123456789abcdef", count: 1 << 16)
        let posts = try (0..<8).map { _ in try request(.post, server.url, body: HTTPBody(text)) }
        #expect(await connectionsMade(by: posts, curl, text: text) == 1)
        let large = try await outcome(of: request(.get, server.url + "/large.bin"), by: curl).get()
        #expect(large.data.count == 1 << 20 && large.data.allSatisfy { $0 == 7 })
    }

    @Test func `With prior knowledge HTTP/2 is spoken without TLS, one request after the other and many at once`()
        async throws
    {
        let server = try await HTTP2Server()
        let curl = transport { $0.httpVersion = .http2PriorKnowledge }
        for _ in 0..<3 {
            #expect(try await outcome(of: request(.get, server.url + "/text.txt"), by: curl).get().text == "text")
        }
        let puts = try (0..<64).map { _ in try request(.put, server.url, body: HTTPBody("echo")) }
        // One or 64, by libcurl: 7.88 can't use such a connection again.
        #expect([1, 64].contains(await connectionsMade(by: puts, curl, text: "echo")))
    }

    @Test func `A server that agrees to HTTP/2 is spoken to in HTTP/1.1 where that is asked for`() async throws {
        let certificates = try await Certificates.shared
        let server = try await HTTP2Server((certificates, "good"))
        let curl = transport {
            $0.tls.extraCAFile = certificates.path("ca.pem")
            $0.httpVersion = .http1
        }
        _ = try await failure(of: request(.get, server.url + "/text.txt"), by: curl)
        // nghttpd speaks nothing else, and lists what it is offered.
        let line = try #require(server.lines.firstIndex { $0.contains("client offers") })
        #expect(server.lines[(line + 1)...].prefix { $0.hasPrefix(" *") }.map { $0 } == [" * http/1.1"])
    }
}
