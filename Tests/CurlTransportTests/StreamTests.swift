import ApusCore
import ApusCurl
import ApusDSL
import Foundation
import Locking
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(2))) struct Streams {
    private static let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"

    private func stream(_ url: String, _ curl: CurlTransport = transport()) async throws -> ByteStream {
        try await Client(url, transport: curl).send(
            Endpoint {
                GET("/")
                DecodeStream()
            })
    }

    @Test func `The call ends with the head, and what follows comes as it is sent`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.send(Self.head + "first"), .hang]) }
        let stream = try await stream(server.url)
        #expect(stream.length == nil)
        var chunks = stream.makeAsyncIterator()
        #expect(try await chunks.next() == Data("first".utf8))
    }

    @Test func `A reader that takes its time holds the sender back, and misses nothing`() async throws {
        let server = try LoopbackServer()
        let size = 64 << 20
        let sent = Mutex(0)
        server.otherwise { _ in .bytes([UInt8](repeating: 7, count: size)) }
        let curl = transport()
        let progress: @Sendable (CallEvent) -> Void = { event in
            if case .progress(let progress) = event, progress.direction == .download {
                sent.withLock { $0 = Int(progress.completed) }
            }
        }
        let call = Client(server.url, transport: curl).call(
            Endpoint {
                GET("/")
                DecodeStream()
            })
        let stream = try await call.outcome(events: progress).result.get()
        // Nobody reads yet: what has come waits in buffers, the system's among them, and then no more comes.
        var before = -1
        while before != sent.withLock({ $0 }) || before == 0 {
            before = sent.withLock { $0 }
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(before < 24 << 20)
        var read = 0
        for try await chunk in stream {
            #expect(chunk.count <= 2 << 20)
            #expect(sent.withLock { $0 } < read + 24 << 20)
            read += chunk.count
            await Task.yield()
        }
        #expect(read == size)
    }

    @Test func `A stream that nobody holds any more closes its connection`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.send(Self.head + "first"), .hang]) }
        let curl = transport()
        do {
            let stream = try await stream(server.url, curl)
            #expect(server.openConnections == 1)
            _ = stream
        }
        try await server.waitForOpenConnections(0)
    }

    @Test func `Cancelling the task that reads closes the connection`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.send(Self.head + "first"), .hang]) }
        let stream = try await stream(server.url)
        let (reading, begun) = AsyncStream<Void>.makeStream()
        let task =
            Task {
                do {
                    for try await _ in stream { begun.yield() }
                    return nil
                } catch {
                    return error as? TransportError
                }
            } as Task<TransportError?, Never>
        for await _ in reading { break }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        try await server.waitForOpenConnections(0)
    }

    @Test func `A body that breaks off gives what came, then the error`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close]) }
        var chunks = try await stream(server.url).makeAsyncIterator()
        #expect(try await chunks.next() == Data("half".utf8))
        let error = await #expect(throws: TransportError.self) { try await chunks.next() }
        #expect(error?.kind == .connectionLost)
    }

    @Test func `A stream that stalls is given up after the idle time, one whose reader stalls is not`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.send(Self.head + "first"), .hang]) }
        let curl = transport { $0.idleTimeout = .milliseconds(500) }
        var chunks = try await stream(server.url, curl).makeAsyncIterator()
        #expect(try await chunks.next() == Data("first".utf8))
        let error = await #expect(throws: TransportError.self) { try await chunks.next() }
        #expect(error?.kind == .timeout)

        server.otherwise { _ in .bytes([UInt8](repeating: 7, count: 24 << 20)) }
        let held = try await stream(server.url, curl)
        try await Task.sleep(for: .seconds(1))
        #expect(try await held.collected(upTo: .max).count == 24 << 20)
    }

    @Test func `What is sent waits for the server, and the stream is asked no faster`() async throws {
        let server = try RawServer()
        let given = Mutex(0)
        let endless = ByteStream {
            {
                given.withLock { $0 += 1 << 16 }
                return Data(count: 1 << 16)
            }
        }
        let curl = transport()
        let put = try request(.put, "http://127.0.0.1:\(server.port)/", body: HTTPBody(endless))
        let task = Task { await outcome(of: put, by: curl) }
        var before = -1
        // Until it stands still: the system's buffers are full then, and so is ours.
        while before < 64 << 20, before != given.withLock({ $0 }) || before == 0 {
            before = given.withLock { $0 }
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(before < 16 << 20)
        task.cancel()
        _ = await task.value
    }

    @Test func `A request without end and its response go on at the same time`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .bytes($0.body) }
        let (source, feed) = AsyncStream<Data>.makeStream()
        feed.yield(Data("ping".utf8))
        feed.finish()
        let curl = transport()
        let stream = try await Client(server.url, transport: curl).send(
            Endpoint {
                POST("/")
                Body(stream: ByteStream(source))
                DecodeStream()
            })
        #expect(try await stream.collected(upTo: 100) == Data("ping".utf8))
        #expect(server.received.first?.field("Transfer-Encoding") == "chunked")
    }

    @Test func `A handle that has sent a stream sends what comes next as it is`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .text("\($0.method) \($0.text) \($0.field("Transfer-Encoding") ?? "-")") }
        let curl = transport()
        let stream = HTTPBody(ByteStream(isReplayable: true) { { nil } })
        for (method, body, text) in [
            (HTTPMethod.post, stream, "POST  chunked"), (.get, nil, "GET  -"), (.put, HTTPBody("x"), "PUT x -"),
            (.post, stream, "POST  chunked"), (.delete, nil, "DELETE  -"),
        ] {
            #expect(try await outcome(of: request(method, server.url, body: body), by: curl).get().text == text)
        }
    }

    @Test func `The connection of a response is told`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .text("four") }
        let curl = transport()
        let first = try await outcome(of: request(.get, server.url), by: curl).get()
        let second = try await outcome(of: request(.post, server.url, body: HTTPBody("xyz")), by: curl).get()
        let facts = try #require(second.connection)
        #expect(first.connection?.isReused == false)
        #expect(facts.isReused == true)
        #expect(facts.httpVersion == "1.1")
        #expect(facts.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(facts.bytesSent == Int64(server.received[1].head.count + 3))
        #expect((facts.bytesReceived ?? 0) > 20)
    }

    @Test func `Many short chunks cost no more than a few long ones`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .text("\($0.body.count)") }
        let curl = transport()
        let count = 400_000
        let chunks = ByteStream(length: Int64(count)) {
            var left = count
            return {
                left -= 1
                return left < 0 ? nil : Data([7])
            }
        }
        let start = ContinuousClock.now
        let put = try request(.put, server.url, body: HTTPBody(chunks))
        #expect(try await outcome(of: put, by: curl).get().text == "\(count)")
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(arguments: [204, 304])
    func `The length that a response without content tells is none of its own`(status: Int) async throws {
        let server = try LoopbackServer()
        let head = "HTTP/1.1 \(status) X\r\nContent-Length: 2000000000\r\n\r\n"
        server.otherwise { _ in .script([.send(head)]) }
        let response = try await outcome(of: request(.get, server.url), by: transport()).get()
        #expect(response.status.code == status)
        #expect(response.data.isEmpty)
    }

    @Test func `A length below nothing is refused`() async throws {
        let server = try LoopbackServer()
        let put = try request(.put, server.url, body: HTTPBody(ByteStream(length: .min) { { nil } }))
        #expect(await failure(of: put, by: transport())?.kind == .unreadableBody)
        #expect(server.received.isEmpty)
    }
}
