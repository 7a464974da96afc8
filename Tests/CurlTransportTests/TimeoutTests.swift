import ApusCore
import ApusCurl
import LoopbackServer
import Testing

@Suite struct `Time limits` {
    @Test func `A peer that never answers is given up after the idle time`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.hang]) }
        let error = try await failure(
            of: request(.get, server.url), by: transport { $0.idleTimeout = .milliseconds(100) })
        #expect(error?.kind == .timeout)
        #expect(error?.isSafeToRetry == false)
        try await server.waitForOpenConnections(0)
    }

    @Test func `A peer that stops in the middle is given up after the idle time`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .hang]) }
        let error = try await failure(
            of: request(.get, server.url), by: transport { $0.idleTimeout = .milliseconds(100) })
        #expect(error?.kind == .timeout)
    }

    @Test func `A slow peer is not an idle one`() async throws {
        let server = try LoopbackServer()
        let drops = (0..<12).flatMap { _ in [Step.pause(seconds: 0.25), .send("x")] }
        server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n")] + drops) }
        let response = try await outcome(
            of: request(.get, server.url), by: transport { $0.idleTimeout = .seconds(2) }
        ).get()
        #expect(response.data.count == 12)
    }

    @Test func `An upload that nobody takes is given up after the idle time`() async throws {
        let server = try RawServer()
        let body = HTTPBody(.init(count: 32 << 20))
        let error = try await failure(
            of: request(.put, server.url, body: body), by: transport { $0.idleTimeout = .milliseconds(300) })
        #expect(error?.kind == .timeout)
        #expect(error?.isSafeToRetry == false)
    }

    @Test func `A peer that can't be connected to is given up after the connect time, and trying again is safe`()
        async throws
    {
        let server = try RawServer(backlog: 0)
        let others = server.fill()
        let error = try await failure(
            of: request(.post, server.url, body: HTTPBody("x")),
            by: transport { $0.connectTimeout = .milliseconds(200) })
        #expect(error?.kind == .timeout)
        #expect(error?.isSafeToRetry == true)
        #expect((error?.underlying as? CurlError)?.phase == .connecting)
        withExtendedLifetime(others) {}
    }

    @Test func `A handshake that hangs is given up after the connect time`() async throws {
        let server = try RawServer()
        let error = try await failure(
            of: request(.get, "https://127.0.0.1:\(server.port)"),
            by: transport { $0.connectTimeout = .milliseconds(200) })
        #expect(error?.kind == .timeout)
        #expect(error?.isSafeToRetry == true)
        #expect((error?.underlying as? CurlError)?.phase == .securing)
    }

    @Test func `Peers that hang delay nobody else`() async throws {
        let server = try LoopbackServer()
        server.on("/hang") { _ in .script([.hang]) }
        server.on("/fine") { _ in .text("fine") }
        let curl = transport()
        let hung = try (0..<50).map { _ in
            let request = try request(.get, server.url + "/hang")
            return Task { await outcome(of: request, by: curl) }
        }
        try await server.waitForRequests(50)
        for _ in 0..<100 {
            #expect(try await outcome(of: request(.get, server.url + "/fine"), by: curl).get().text == "fine")
        }
        for task in hung { task.cancel() }
        for task in hung {
            guard case .failure(let error) = await task.value else { return #expect(Bool(false)) }
            #expect(error.kind == .cancelled)
        }
    }
}
