import Dispatch
import LoopbackServer
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct LifecycleTests {
    @Test func `The URL names the port it listens on`() throws {
        let server = try LoopbackServer()
        #expect(server.port > 0)
        #expect(server.url == "http://127.0.0.1:\(server.port)")
    }

    @Test func `A port that is taken is an error that says so`() throws {
        let server = try LoopbackServer()
        let error = #expect(throws: SocketError.self) { try LoopbackServer(port: server.port) }
        #expect(error?.code == EADDRINUSE)
        #expect(error?.description.contains("bind to 127.0.0.1:\(server.port)") == true)
    }

    @Test func `The port of a stopped server can be taken again at once`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        _ = try client.get("/")
        server.stop()
        let next = try LoopbackServer(port: server.port)
        #expect(try RawClient(next.port).get("/").head.hasPrefix("HTTP/1.1 404"))
    }

    #if os(Linux)
    // Linux answers at all of 127.0.0.0/8, so a server bound to every address would be reached at this one.
    @Test func `No other address of the machine is listened on`() throws {
        let server = try LoopbackServer()
        #expect(throws: RawClient.Failure(code: ECONNREFUSED)) {
            try RawClient(server.port, address: 0x7F00_0002)
        }
    }
    #endif

    @Test func `Stopping closes the listener and every connection, and can be done again`() throws {
        let server = try LoopbackServer()
        let clients = try (1...3).map { _ in try RawClient(server.port) }
        for client in clients { _ = try client.get("/") }
        server.stop()
        server.stop()
        for client in clients { #expect(try client.receiveAll() == "") }
        #expect(server.openConnections == 0)
        #expect(server.acceptedConnections == 3)
        #expect(server.received.count == 3)
        #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try RawClient(server.port) }
    }

    @Test func `A server that nobody holds stops`() throws {
        var server: LoopbackServer? = try LoopbackServer()
        let port = try #require(server?.port)
        let client = try RawClient(port)
        _ = try client.get("/")
        server = nil
        #expect(try client.receiveAll() == "")
        #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try RawClient(port) }
    }

    @Test func `An answer may stop the server`() throws {
        let server = try LoopbackServer()
        server.on("/") { [weak server] _ in
            server?.stop()
            return .text("never")
        }
        let client = try RawClient(server.port)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveAll() == "")
        server.stop()
    }

    @Test func `A reader that does not read cannot keep the server from stopping`() async throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .bytes([UInt8](repeating: 0, count: 64 << 20)) }
        let client = try RawClient(server.port)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        // The first bytes are there, so the server is sending the rest, which no socket's buffer can hold.
        #expect(try client.receive(atMost: 5) == Array("HTTP/".utf8))
        server.stop()
        #expect(server.openConnections == 0)
    }

    @Test func `A reader that goes away in the middle of a large answer ends its connection only`() async throws {
        signal(SIGPIPE, SIG_DFL)
        let server = try LoopbackServer()
        server.on("/large") { _ in .bytes([UInt8](repeating: 0, count: 64 << 20)) }
        var client: RawClient? = try RawClient(server.port)
        try client?.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client?.receive(atMost: 5).count == 5)
        client = nil
        try await server.waitForOpenConnections(0)
        #expect(try RawClient(server.port).get("/").head.hasPrefix("HTTP/1.1 404"))
    }

    @Test func `A peer that closes between requests is noticed`() async throws {
        let server = try LoopbackServer()
        var client: RawClient? = try RawClient(server.port)
        _ = try client?.get("/")
        client = nil
        try await server.waitForOpenConnections(0)
        #expect(server.acceptedConnections == 1)
    }

    @Test func `A hundred connections are served at the same time`() async throws {
        let server = try LoopbackServer()
        let everybody = DispatchSemaphore(value: 0)
        server.otherwise { request in
            // Nobody is answered before all have asked.
            #expect(everybody.wait(timeout: .now() + 30) == .success)
            return .text(request.path)
        }
        let clients = try (1...100).map { _ in try RawClient(server.port) }
        for (index, client) in clients.enumerated() { try client.send("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n") }
        let requests = try await server.waitForRequests(100)
        for _ in clients { everybody.signal() }
        for (index, client) in clients.enumerated() { #expect(try client.answer().body == "/\(index)") }
        #expect(Set(requests.map(\.connection)) == Set(1...100))
        #expect(server.openConnections == 100)
        server.stop()
        #expect(server.openConnections == 0)
    }
}
