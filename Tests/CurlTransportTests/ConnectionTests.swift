import ApusCore
import ApusCurl
import Foundation
import Glibc
import LoopbackServer
import Testing

@Suite struct Connections {
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.otherwise { _ in .text("x") }
    }

    @Test(arguments: [1, 4, 16])
    func `So many requests at once open no more connections`(count: Int) async throws {
        let curl = transport()
        let get = try request(.get, server.url)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    for _ in 0..<50 { #expect((try? await outcome(of: get, by: curl).get().text) == "x") }
                }
            }
        }
        #expect(server.acceptedConnections <= count)
        #expect(server.received.count == count * 50)
    }

    @Test func `Connections to a host are bounded, and all requests have their turn`() async throws {
        let curl = transport { $0.maxConnectionsPerHost = 2 }
        let get = try request(.get, server.url)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { #expect((try? await outcome(of: get, by: curl).get().text) == "x") }
            }
        }
        #expect(server.acceptedConnections <= 2)
    }

    @Test func `Connections are bounded in all, and one that is idle makes room for another host`() async throws {
        let other = try LoopbackServer()
        other.otherwise { _ in .text("y") }
        let curl = transport { $0.maxConnections = 1 }
        for _ in 0..<5 {
            #expect(try await outcome(of: request(.get, server.url), by: curl).get().text == "x")
            #expect(try await outcome(of: request(.get, other.url), by: curl).get().text == "y")
        }
        try await server.waitForOpenConnections(0)
    }

    @Test func `A transport that is released closes its connections, and a new one starts anew`() async throws {
        for _ in 0..<20 {
            let curl = transport { $0.eventLoops = 3 }
            _ = try await outcome(of: request(.get, server.url), by: curl).get()
        }
        try await server.waitForOpenConnections(0)
        #expect(server.acceptedConnections == 20)
    }

    @Test func `A program that is started meanwhile gets no connection`() async throws {
        let curl = transport()
        _ = try await outcome(of: request(.get, server.url), by: curl).get()
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let connections = descriptors.filter { peerPort(of: $0) == server.port }
        #expect(!connections.isEmpty)
        for connection in connections { #expect(fcntl(connection, F_GETFD) & FD_CLOEXEC != 0) }
        withExtendedLifetime(curl) {}
    }

    @Test func `Times say where they went, and a connection that was there takes none`() async throws {
        let curl = transport()
        let first = try await outcome(of: request(.get, server.url), by: curl).get().timings
        let second = try await outcome(of: request(.get, server.url), by: curl).get().timings
        let (connect, byte, total) = try (
            #require(first?.connect), #require(first?.firstByte), #require(first?.total)
        )
        #expect(connect > .zero && connect <= byte && byte <= total)
        #expect(first?.tls == nil)
        #expect(second?.connect == nil)
        #expect(second?.total != nil)
    }

    @Test func `Names can be given addresses`() async throws {
        let curl = transport { $0.resolve = ["example.invalid:\(server.port)": ["127.0.0.1"]] }
        let get = try request(.get, "http://example.invalid:\(server.port)/a")
        #expect(try await outcome(of: get, by: curl).get().text == "x")
        #expect(server.received.first?.field("Host") == "example.invalid:\(server.port)")
    }

    @Test func `A proxy gets the whole URL and its own credentials`() async throws {
        let curl = transport { $0.proxy = .url(server.url, user: "u", password: Secret("s3cret")) }
        #expect(try await outcome(of: request(.get, "http://example.invalid/a?b=%20"), by: curl).get().text == "x")
        let received = try #require(server.received.first)
        #expect(received.target == "http://example.invalid/a?b=%20")
        #expect(received.field("Proxy-Authorization") == "Basic dTpzM2NyZXQ=")
        #expect(!"\(curl)\(String(reflecting: CurlTransport.Options()))".contains("s3cret"))
    }

    @Test func `Hosts can be left to no proxy`() async throws {
        let curl = transport { $0.proxy = .url("http://127.0.0.1:1", except: ["127.0.0.1"]) }
        #expect(try await outcome(of: request(.get, server.url), by: curl).get().text == "x")
    }

    @Test(arguments: [(1 << 20, nil), ((1 << 20) + 1, "100-continue")] as [(Int, String?)])
    func `Only a large body is announced`(size: Int, expectation: String?) async throws {
        _ = try await outcome(of: request(.put, server.url, body: HTTPBody(.init(count: size))), by: transport())
            .get()
        #expect(server.received.first?.field("Expect") == expectation)
        #expect(server.received.first?.body.count == size)
    }

    @Test func `A large body that is refused is not sent, and nothing hangs`() async throws {
        let raw = try RawServer()
        let put = try request(.put, raw.url, body: HTTPBody(.init(count: 32 << 20)))
        async let answer = outcome(of: put, by: transport())
        let connection = await raw.accept()
        #expect(await !connection.receive().isEmpty)
        connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno")
        let response = try await answer.get()
        #expect(response.status == 413)
        #expect(response.text == "no")
    }

    @Test func `An answer that comes early while a body is sent ends the sending`() async throws {
        let raw = try RawServer()
        let put = try request(.put, raw.url, body: HTTPBody(.init(count: 32 << 20)))
        let answer = Task { await outcome(of: put, by: transport()) }
        let connection = await raw.accept()
        #expect(await connection.receive(through: "\r\n\r\n").contains("Expect: 100-continue"))
        connection.send("HTTP/1.1 100 Continue\r\n\r\n")
        // The body has begun, and is not taken any further.
        #expect(await !connection.receive().isEmpty)
        connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno")
        let response = try await answer.value.get()
        #expect(response.status == 413)
        #expect(response.text == "no")
        await connection.waitForEnd()
    }

    @Test(arguments: [false, true])
    func `An expectation that fails is an answer, and nothing more is sent on the connection`(hasBegun: Bool)
        async throws
    {
        let raw = try RawServer()
        let put = try request(.put, raw.url, body: HTTPBody(.init(repeating: 7, count: 32 << 20)))
        let answer = Task { await outcome(of: put, by: transport()) }
        let connection = await raw.accept()
        #expect(await connection.receive(through: "\r\n\r\n").contains("Expect: 100-continue"))
        // A second without an answer, and the body is sent.
        if hasBegun { #expect(await connection.receive(exactly: 1 << 20).allSatisfy { $0 == 7 }) }
        connection.send("HTTP/1.1 417 Expectation Failed\r\nX-Field: 1\r\nContent-Length: 0\r\n\r\n")
        var rest: [UInt8] = []
        while true {
            let more = await connection.receive()
            if more.isEmpty { break }
            rest += more
        }
        #expect(rest.allSatisfy { $0 == 7 } && rest.count < 32 << 20)
        let response = try await answer.value.get()
        #expect(response.status == 417)
        #expect(response.fields["X-Field"] == "1")
    }

    @Test func `An expectation that fails when the body has come is the answer`() async throws {
        server.otherwise { _ in .empty(417) }
        let put = try request(.put, server.url, body: HTTPBody(.init(count: 2 << 20)))
        #expect(try await outcome(of: put, by: transport()).get().status == 417)
        #expect(server.received.count == 1)
    }

    @Test func `Errors say what libcurl says, and how far it had come`() async throws {
        let port = server.port
        server.stop()
        let error = try #require(
            try await failure(of: request(.get, "http://127.0.0.1:\(port)/?s=ecret"), by: transport()))
        #expect(error.kind == .connectionRefused)
        #expect(error.detail.contains("127.0.0.1 port \(port)"))
        let underlying = try #require(error.underlying as? CurlError)
        #expect(underlying.description == "CURLE_COULDNT_CONNECT (7) while connecting")
    }
}

/// The port that a descriptor is connected to, nil for what is no connection.
private func peerPort(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutableBytes(of: &address) { bytes in
        guard let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return Int32(-1) }
        return getpeername(descriptor, address, &length)
    }
    return status == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
}
