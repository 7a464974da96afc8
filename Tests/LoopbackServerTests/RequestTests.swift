import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
    @Test func `A request is kept as it was sent`() async throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        let target = "/a%2Fb/é?q=a%20b+c&&flag&q=2?&%71x=%C3%A9&bad=%zz%4"
        let head = "PURGE \(target) HTTP/1.1\r\nHoSt: x\r\nX-A:  1 \t\r\nx-a: \r\n\r\n"
        try client.send(head)
        let request = try #require(try await server.waitForRequests(1).first)
        #expect(request.method == "PURGE")
        #expect(request.target == target)
        #expect(request.path == "/a%2Fb/é")
        #expect(request.query == "q=a%20b+c&&flag&q=2?&%71x=%C3%A9&bad=%zz%4")
        #expect(request.fields.map { "\($0.name)=\($0.value)" } == ["HoSt=x", "X-A=1", "x-a="])
        #expect(request.field("x-A") == "1")
        #expect(request.field("absent") == nil)
        #expect(request.queryValue("q") == "a b+c")
        #expect(request.queryValue("flag") == "")
        #expect(request.queryValue("qx") == "é")
        #expect(request.queryValue("bad") == "%zz%4")
        #expect(request.queryValue("absent") == nil)
        #expect(request.connection == 1)
        #expect(request.head == Array(head.utf8))
        #expect(request.body.isEmpty)
    }

    @Test func `A target without a question mark has no query, one that ends with it has an empty one`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        _ = try client.get("/")
        _ = try client.get("/?")
        #expect(server.received.map(\.query) == [nil, ""])
        #expect(server.received.map(\.path) == ["/", "/"])
    }

    @Test func `Requests sent at once are answered one by one`() throws {
        let server = try LoopbackServer()
        server.otherwise { .text($0.path + $0.text) }
        let client = try RawClient(server.port)
        let host = "HTTP/1.1\r\nHost: x\r\n"
        try client.send("GET /a \(host)\r\nPOST /b \(host)Content-Length: 2\r\n\r\nhiPOST /c \(host)")
        #expect(try client.answer().body == "/a")
        #expect(try client.answer().body == "/bhi")
        try client.send("Transfer-Encoding: chunked\r\n\r\n1\r\n!\r\n0\r\n\r\nGET /d \(host)\r\n")
        #expect(try client.answer().body == "/c!")
        #expect(try client.answer().body == "/d")
        #expect(server.received.map(\.path) == ["/a", "/b", "/c", "/d"])
    }

    @Test func `A chunked body is put together, whatever pieces it arrives in`() throws {
        let server = try LoopbackServer()
        server.on("POST", "/") { .text($0.text) }
        let client = try RawClient(server.port)
        let request = """
            POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r
            5;name="value"\r\nHello\r\n0A\r\n, 012345\r\n\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\n
            """
        for byte in request.utf8 { try client.send([byte]) }
        #expect(try client.answer().body == "Hello, 012345\r\n!")
        #expect(try client.get("/next").head.hasPrefix("HTTP/1.1 404"))
    }

    @Test func `A 100 comes before the body when the request expects it`() throws {
        let server = try LoopbackServer()
        server.on("PUT", "/") { .text($0.text) }
        let client = try RawClient(server.port)
        try client.send("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 4\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("body")
        #expect(try client.answer().body == "body")
    }

    @Test func `No 100 comes when there is no body`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        try client.send("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 404"))
    }

    @Test func `A body of 64 MiB arrives whole`() throws {
        let server = try LoopbackServer()
        server.on("POST", "/") { .text("\($0.body.count) \($0.body.last ?? 0)") }
        let client = try RawClient(server.port)
        let size = 64 << 20
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
        try client.send([UInt8](repeating: 1, count: size - 1) + [2])
        #expect(try client.answer().body == "\(size) 2")
    }

    @Test func `A body of many chunks arrives whole`() throws {
        let server = try LoopbackServer()
        server.on("POST", "/") { .text("\($0.body.count)") }
        let client = try RawClient(server.port)
        let chunk = Array("400\r\n".utf8) + [UInt8](repeating: 1, count: 1024) + Array("\r\n".utf8)
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<64 { try client.send([[UInt8]](repeating: chunk, count: 256).flatMap { $0 }) }
        try client.send("0\r\n\r\n")
        #expect(try client.answer().body == "\(16 << 20)")
    }

    @Test func `A client that sends its end after the request still gets the answer`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        #expect(try client.receiveAll().hasPrefix("HTTP/1.1 404"))
    }

    @Test(arguments: [
        "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
        "GET /\u{7} HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nName : value\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA: 1\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA: 1\r2\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
    ])
    func `What is not HTTP is answered 400, and the connection closed`(request: String) async throws {
        let server = try LoopbackServer()
        var client: RawClient? = try RawClient(server.port)
        try client?.send(request)
        let answer = try client?.receiveAll() ?? ""
        #expect(answer.hasPrefix("HTTP/1.1 400 \r\nContent-Type: text/plain\r\nContent-Length: "))
        #expect(answer.contains("\r\nConnection: close\r\n\r\n"))
        client = nil
        try await server.waitForOpenConnections(0)
        #expect(server.received.isEmpty)
    }

    @Test func `A head without an end is answered 400`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        try client.send("GET / HTTP/1.1\r\nHost: " + String(repeating: "x", count: 1 << 20))
        #expect(try client.receiveAll().hasPrefix("HTTP/1.1 400"))
    }

    @Test func `A 400 reaches a client that is still sending`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        try client.send("not HTTP\r\n\r\n")
        // More than the sockets' buffers hold, so the server must still be reading.
        try client.send([UInt8](repeating: 0, count: 16 << 20))
        #expect(try client.receiveAll().hasPrefix("HTTP/1.1 400"))
    }
}
