import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AnswerTests {
    @Test func `An ordinary answer has its status, type, fields, length and body`() throws {
        let server = try LoopbackServer()
        server.on("GET", "/a") { _ in .text("né", status: 418, fields: [("X-One", "1"), ("x-one", "2")]) }
        let answer = try RawClient(server.port).get("/a")
        #expect(
            answer.head == """
                HTTP/1.1 418 \r
                Content-Type: text/plain; charset=utf-8\r
                X-One: 1\r
                x-one: 2\r
                Content-Length: 3\r
                \r\n
                """)
        #expect(answer.body == "né")
    }

    @Test func `Every kind of answer is framed`() throws {
        let server = try LoopbackServer()
        server.on("/json") { _ in .json("{}") }
        server.on("/bytes") { _ in .bytes([0x41, 0x42], type: "image/png") }
        server.on("/empty") { _ in .empty(200, fields: [("ETag", "e")]) }
        server.on("/redirect") { _ in .redirect(302, to: "/%20é") }
        let client = try RawClient(server.port)
        let type = "Content-Type: "
        #expect(
            try client.get("/json") == ("HTTP/1.1 200 \r\n\(type)application/json\r\nContent-Length: 2\r\n\r\n", "{}"))
        #expect(try client.get("/bytes") == ("HTTP/1.1 200 \r\n\(type)image/png\r\nContent-Length: 2\r\n\r\n", "AB"))
        #expect(try client.get("/empty") == ("HTTP/1.1 200 \r\nETag: e\r\nContent-Length: 0\r\n\r\n", ""))
        #expect(
            try client.get("/redirect").head == "HTTP/1.1 302 \r\nLocation: /%20é\r\nContent-Length: 0\r\n\r\n")
    }

    @Test(arguments: [
        ("HEAD", 200, "HTTP/1.1 200 \r\nContent-Type: t\r\nContent-Length: 4\r\n"),
        ("GET", 204, "HTTP/1.1 204 \r\nContent-Type: t\r\n"),
        ("GET", 304, "HTTP/1.1 304 \r\nContent-Type: t\r\n"),
    ])
    func `An answer that may have no body has none`(method: String, status: Int, expected: String) throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .bytes(Array("body".utf8), status: status, type: "t") }
        let client = try RawClient(server.port)
        try client.send("\(method) / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try client.receiveAll() == expected + "Connection: close\r\n\r\n")
    }

    @Test func `A length among the fields replaces the server's`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .empty(200, fields: [("content-length", "7")]) }
        let answer = try RawClient(server.port).get("/", method: "HEAD")
        #expect(answer.head == "HTTP/1.1 200 \r\ncontent-length: 7\r\n\r\n")
    }

    @Test func `One connection carries many requests`() throws {
        let server = try LoopbackServer()
        server.otherwise { .text("\($0.path) on \($0.connection)") }
        let client = try RawClient(server.port)
        for index in 1...5 { #expect(try client.get("/\(index)").body == "/\(index) on 1") }
        #expect(server.acceptedConnections == 1)
        #expect(server.openConnections == 1)
        #expect(try RawClient(server.port).get("/6").body == "/6 on 2")
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\nConnection: x, Close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"])
    func `A connection ends after the answer when the request says so`(request: String) throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .text("bye") }
        let client = try RawClient(server.port)
        try client.send(request)
        let answer = try client.receiveAll()
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nbye"))
    }

    @Test func `A connection ends after an answer that says so`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .text("bye", fields: [("connection", "close")]) }
        let client = try RawClient(server.port)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveAll().hasSuffix("connection: close\r\nContent-Length: 3\r\n\r\nbye"))
    }

    @Test func `A method's route wins over a path's, which wins over the fallback`() throws {
        let server = try LoopbackServer()
        let client = try RawClient(server.port)
        #expect(try client.get("/a").head.hasPrefix("HTTP/1.1 404 \r\nContent-Type: text/plain"))
        server.otherwise { _ in .text("other") }
        server.on("/a") { _ in .text("any") }
        server.on("POST", "/a") { _ in .text("replaced") }
        server.on("POST", "/a") { _ in .text("post") }
        server.on(nil, "/a%20b") { _ in .text("raw") }
        #expect(try client.get("/a?x=1", method: "POST").body == "post")
        #expect(try client.get("/a").body == "any")
        #expect(try client.get("/A").body == "other")
        #expect(try client.get("/a%20b").body == "raw")
    }

    @Test func `A delayed answer comes later, and unchanged`() throws {
        let server = try LoopbackServer()
        server.on("/") { _ in .text("late").delayed(0.1).delayed(0.1) }
        let client = try RawClient(server.port)
        let start = ContinuousClock.now
        #expect(try client.get("/").body == "late")
        #expect(ContinuousClock.now - start >= .seconds(0.2))
    }
}
