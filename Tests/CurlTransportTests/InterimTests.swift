import ApusCore
import ApusCurl
import LoopbackServer
import Testing

@Suite struct `Interim responses` {
    let server: LoopbackServer
    let curl = transport()

    init() throws {
        server = try LoopbackServer()
        server.on("/next") { _ in .text("next") }
    }

    private func expectNext() async throws {
        #expect(try await outcome(of: request(.get, server.url + "/next"), by: curl).get().text == "next")
    }

    @Test(arguments: [HTTPMethod.get, .head, .post])
    func `Any number of them before the answer is passed over, with their fields`(method: HTTPMethod) async throws {
        let interim =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n"
            + "HTTP/1.1 102 Processing\r\n\r\n"
        let body = method == .head ? "" : "body"
        server.otherwise { _ in
            .script([.send(interim), .send("HTTP/1.1 200 OK\r\nX-Last: 1\r\nContent-Length: 4\r\n\r\n\(body)")])
        }
        let sent = try request(method, server.url, body: method == .post ? HTTPBody("x") : nil)
        let response = try await outcome(of: sent, by: curl).get()
        #expect(response.status == 200)
        #expect(response.text == body)
        #expect(response.fields.map(\.name.rawName) == ["X-Last", "Content-Length"])
        try await expectNext()
    }

    @Test func `A final status is one also right after an interim head with a body's fields`() async throws {
        server.otherwise { _ in
            .script([.send("HTTP/1.1 103 Early Hints\r\nContent-Encoding: gzip\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")]
            )
        }
        let response = try await outcome(of: request(.get, server.url), by: curl).get()
        #expect(response.status == 204)
        #expect(response.fields.isEmpty)
        try await expectNext()
    }

    @Test func `Interim heads without end fail`() async throws {
        let hint = "HTTP/1.1 103 Early Hints\r\nLink: <\(String(repeating: "a", count: 1000))>\r\n\r\n"
        server.otherwise { _ in
            .script(Array(repeating: .send(hint), count: 1000) + [.hang])
        }
        let error = try #require(try await failure(of: request(.get, server.url), by: curl))
        #expect([.tooLarge, .connectionLost].contains(error.kind), "\(error)")
        try await expectNext()
    }

    @Test func `An interim head and then nothing is no response`() async throws {
        server.otherwise { _ in .script([.send("HTTP/1.1 103 Early Hints\r\n\r\n"), .close]) }
        #expect(try await failure(of: request(.get, server.url), by: curl)?.kind == .connectionLost)
        try await expectNext()
    }

    @Test func `A switch of protocols that nobody asked for is no response`() async throws {
        server.otherwise { _ in
            .script([
                .send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nbytes"), .close,
            ])
        }
        #expect(try await failure(of: request(.get, server.url), by: curl)?.kind == .connectionLost)
        try await expectNext()
    }
}
