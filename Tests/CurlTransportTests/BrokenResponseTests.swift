import ApusCore
import ApusCurl
import LoopbackServer
import Testing

@Suite struct `Broken and rare responses` {
    let server: LoopbackServer
    let curl = transport()

    init() throws {
        server = try LoopbackServer()
        server.on("/next") { _ in .text("next") }
    }

    private func expectNext(_ comment: Comment? = nil) async throws {
        let next = try await outcome(of: request(.get, server.url + "/next"), by: curl).get()
        #expect(next.text == "next", comment)
    }

    @Test(arguments: [
        [Step.reset],
        [.send("HTTP/1.1 200 OK\r\nContent-"), .reset],
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), .reset],
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .reset],
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close],
        [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n"), .close],
        [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\nx"), .hang],
        [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nx"), .hang],
        [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nlonger\r\n0\r\n\r\n"), .hang],
        [.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnot!"), .hang],
    ])
    func `What is cut off or broken is a lost connection, and the next request is fine`(script: [Step]) async throws {
        server.otherwise { _ in .script(script) }
        let error = try #require(try await failure(of: request(.post, server.url, body: HTTPBody("x")), by: curl))
        #expect(error.kind == .connectionLost, "\(error)")
        #expect(!error.isSafeToRetry)
        #expect(error.underlying is CurlError)
        try await expectNext()
    }

    @Test func `A reset after the whole body loses nothing`() async throws {
        server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"), .reset]) }
        #expect(try await outcome(of: request(.post, server.url, body: HTTPBody("x")), by: curl).get().text == "body")
        try await expectNext()
    }

    @Test(arguments: [
        (
            HTTPMethod.get,
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad", "body"
        ),
        (.get, "HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nbody", ""),
        (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nbody", ""),
        (.head, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", ""),
    ])
    func `Bytes beyond the response are nobody's answer`(method: HTTPMethod, bytes: String, text: String) async throws {
        server.otherwise { _ in .script([.send(bytes)]) }
        for _ in 1...3 {
            let response = try await outcome(of: request(method, server.url), by: curl).get()
            #expect(response.text == text)
            try await expectNext()
        }
    }

    @Test func `Ten thousand fields come in their order`() async throws {
        let lines = (1...10_000).map { "x-\($0 % 7): \($0)\r\n" }.joined()
        server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")]) }
        let response = try await outcome(of: request(.get, server.url), by: curl).get()
        #expect(response.fields.count == 10_001)
        #expect(response.fields.prefix(10_000).map(\.value) == (1...10_000).map(String.init))
    }

    @Test(arguments: [1 << 20, 110_000])
    func `A field longer than libcurl takes is too large`(length: Int) async throws {
        let value = String(repeating: "v", count: length)
        server.otherwise { _ in
            .script([.send("HTTP/1.1 200 OK\r\nX-Long: \(value)\r\nContent-Length: 0\r\n\r\n"), .hang])
        }
        let error = try await failure(of: request(.get, server.url), by: curl)
        #expect(error?.kind == .tooLarge, "\(String(describing: error))")
        try await expectNext()
    }

    @Test func `A field of 90 kB is within what libcurl takes`() async throws {
        let value = String(repeating: "v", count: 90_000)
        server.otherwise { _ in .text("x", fields: [("X-Long", value)]) }
        #expect(try await outcome(of: request(.get, server.url), by: curl).get().fields["X-Long"] == value)
    }

    @Test func `Case, order and folded lines of fields`() async throws {
        let head =
            "HTTP/1.1 200 OK\r\nx-LOWER: 1\r\nSet-Cookie: a=1\r\nX-Fold: one\r\n two\r\nset-cookie: b=2\r\nContent-Length: 0\r\n\r\n"
        server.otherwise { _ in .script([.send(head)]) }
        let response = try await outcome(of: request(.get, server.url), by: curl).get()
        #expect(
            response.fields.map(\.name.rawName) == ["x-LOWER", "Set-Cookie", "X-Fold", "set-cookie", "Content-Length"])
        #expect(response.fields["X-Fold"] == "one two")
        #expect(response.fields.values(of: .setCookie) == ["a=1", "b=2"])
    }
}
