import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WaitingTests {
    @Test func `Waiting ends with the request that was waited for`() async throws {
        let server = try LoopbackServer()
        async let requests = server.waitForRequests(2)
        let client = try RawClient(server.port)
        _ = try client.get("/1")
        _ = try client.get("/2")
        #expect(try await requests.map(\.path) == ["/1", "/2"])
    }

    @Test func `What is already so needs no waiting`() async throws {
        let server = try LoopbackServer()
        _ = try RawClient(server.port).get("/1")
        #expect(try await server.waitForRequests(1, timeout: .zero).count == 1)
        try await server.waitForOpenConnections(0)
        try await server.waitForOpenConnections(0, timeout: .zero)
    }

    @Test func `Many can wait at once, for the same thing or another`() async throws {
        let server = try LoopbackServer()
        async let one = server.waitForRequests(1)
        async let same = server.waitForRequests(3)
        async let three = server.waitForRequests(3)
        async let open: Void = server.waitForOpenConnections(2)
        let clients = try [RawClient(server.port), RawClient(server.port)]
        for index in 0..<3 { _ = try clients[index % 2].get("/\(index)") }
        try await open
        #expect(try await three.count == 3)
        #expect(try await same.count == 3)
        #expect(try await one.count >= 1)
    }

    @Test func `A request whose peer closes before the answer is given up, one that was answered is not`() async throws
    {
        let server = try LoopbackServer()
        server.on("/slow") { _ in .empty(204).delayed(60) }
        server.on("/hung") { _ in .script([.hang]) }
        _ = try RawClient(server.port).get("/")
        for (index, path) in ["/slow", "/hung"].enumerated() {
            let client = try RawClient(server.port)
            try client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            try await server.waitForRequests(index + 2)
            client.finishSending()
            #expect(try await server.waitForGivenUp(index + 1).last?.path == path)
        }
        #expect(server.givenUp.count == 2)
    }

    @Test func `Requests that do not come are a timeout that tells what did`() async throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        _ = try client.get("/only?q")
        let error = await #expect(throws: WaitTimeout.self) {
            try await server.waitForRequests(2, timeout: .milliseconds(50))
        }
        #expect(
            error?.description
                == "waited 0.05 seconds for 2 requests; there are 1 open connections and 1 requests: GET /only?q")
    }

    @Test func `A connection that stays is a timeout`() async throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        _ = try client.get("/")
        let error = await #expect(throws: WaitTimeout.self) {
            try await server.waitForOpenConnections(0, timeout: .milliseconds(50))
        }
        #expect(error?.description.hasPrefix("waited 0.05 seconds for 0 open connections; there are 1 ") == true)
        _ = try client.get("/")
    }

    @Test func `A cancelled task waits no longer`() async throws {
        let server = try LoopbackServer()
        let waiting = Task { try await server.waitForRequests(1, timeout: .seconds(1000)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
