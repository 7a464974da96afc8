import LoopbackServer
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct ScriptTests {
    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `A script sends its bytes and nothing else`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .script([.send("é\n"), .bytes([0x00, 0x41]), .send(""), .close]) }
        let client = try RawClient(server.port)
        try client.send(request)
        #expect(try client.receiveAll() == "é\n\u{0}A")
    }

    @Test func `A script without an end leaves the connection to the next request`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"), .send("ok")]) }
        let client = try RawClient(server.port)
        for _ in 1...3 { #expect(try client.get("/").body == "ok") }
        #expect(server.acceptedConnections == 1)
    }

    @Test func `Close in the middle of a body gives the client what was sent, then the end`() async throws {
        let server = try LoopbackServer()
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"
        server.on("/") { _ in .script([.send(half), .close, .send("never")]) }
        let client = try RawClient(server.port)
        // The second request must be neither answered nor in the way.
        try client.send(request + request)
        #expect(try client.receiveAll() == half)
        try await server.waitForOpenConnections(0)
        #expect(server.received.count == 1)
    }

    @Test func `Reset is seen as a connection reset`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .script([.send("HTTP/1.1 200 OK\r\n"), .reset, .send("never")]) }
        let client = try RawClient(server.port)
        try client.send(request)
        #expect(throws: RawClient.Failure(code: ECONNRESET)) { try client.receiveAll() }
    }

    @Test func `A pause puts off what is sent after it`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .script([.send("a"), .pause(seconds: 0.2), .send("b"), .close]) }
        let start = ContinuousClock.now
        let client = try RawClient(server.port)
        try client.send(request)
        #expect(try client.receiveAll() == "ab")
        #expect(ContinuousClock.now - start >= .seconds(0.2))
    }

    @Test(arguments: [Step.hang, .pause(seconds: 1000), .pause(seconds: .infinity)])
    func `A peer that closes ends a wait`(step: Step) async throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .script([step]) }
        var client: RawClient? = try RawClient(server.port)
        // Unread bytes stand before the end of the stream, which must be seen all the same.
        try client?.send(request + request)
        try await server.waitForRequests(1)
        #expect(server.openConnections == 1)
        client = nil
        try await server.waitForOpenConnections(0)
        #expect(server.received.count == 1)
    }

    @Test func `A peer that closes ends a delay`() async throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .text("never").delayed(1000) }
        var client: RawClient? = try RawClient(server.port)
        try client?.send(request)
        try await server.waitForRequests(1)
        client = nil
        try await server.waitForOpenConnections(0)
    }

    @Test(arguments: [Step.hang, .pause(seconds: 1000)])
    func `Stopping the server ends a wait`(step: Step) async throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .script([.send("x"), step, .send("never")]) }
        let client = try RawClient(server.port)
        try client.send(request)
        #expect(try client.receive() == Array("x".utf8))
        server.stop()
        #expect(try client.receiveAll() == "")
        #expect(server.openConnections == 0)
    }

    @Test func `What arrives during a pause is the next request`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in
            .script([.send("go"), .pause(seconds: 0.1), .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        }
        let client = try RawClient(server.port)
        try client.send(request)
        _ = try client.receive(through: "go")
        try client.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().head.hasPrefix("HTTP/1.1 200"))
        #expect(try client.answer().head.hasPrefix("HTTP/1.1 404"))
    }
}
