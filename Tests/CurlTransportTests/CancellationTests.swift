import ApusCore
import ApusCurl
import LoopbackServer
import Testing

@Suite struct `Cancelled in each phase` {
    private func expectCancelled(_ task: Task<Result<HTTPResponse, TransportError>, Never>) async {
        task.cancel()
        switch await task.value {
        case .success(let response): Issue.record("it gave \(response)")
        case .failure(let error): #expect(error.kind == .cancelled)
        }
    }

    @Test func `while it connects`() async throws {
        let server = try RawServer(backlog: 0)
        let others = server.fill()
        let curl = transport()
        let request = try request(.get, server.url)
        let task = Task { await outcome(of: request, by: curl) }
        // The loop has taken it when another request has gone through.
        let other = try LoopbackServer()
        other.otherwise { _ in .text("x") }
        _ = try await outcome(of: CurlTransportTests.request(.get, other.url), by: curl).get()
        await expectCancelled(task)
        withExtendedLifetime(others) {}
    }

    @Test func `while the connection is made secure`() async throws {
        let server = try RawServer()
        let request = try request(.get, "https://127.0.0.1:\(server.port)")
        let task = Task { await outcome(of: request, by: transport()) }
        let connection = await server.accept()
        #expect(await !connection.receive().isEmpty)
        await expectCancelled(task)
        await connection.waitForEnd()
    }

    @Test func `while the body is sent`() async throws {
        let server = try RawServer()
        let request = try request(.put, server.url, body: HTTPBody(.init(count: 32 << 20)))
        let (begun, told) = AsyncStream<Void>.makeStream()
        let task = Task {
            await outcome(of: request, by: transport()) { event in
                if case .progress = event { told.yield() }
            }
        }
        for await _ in begun { break }
        let connection = await server.accept()
        await expectCancelled(task)
        await connection.waitForEnd()
    }

    @Test func `while it waits for the answer`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .script([.hang]) }
        let request = try request(.get, server.url)
        let task = Task { await outcome(of: request, by: transport()) }
        try await server.waitForRequests(1)
        await expectCancelled(task)
        try await server.waitForOpenConnections(0)
    }

    @Test func `while a proxy connects`() async throws {
        let server = try RawServer()
        let request = try request(.get, "https://example.invalid/")
        let curl = transport { $0.proxy = .url(server.url) }
        let task = Task { await outcome(of: request, by: curl) }
        let connection = await server.accept()
        #expect(await connection.receive(through: "\r\n\r\n").hasPrefix("CONNECT example.invalid:443 "))
        await expectCancelled(task)
        await connection.waitForEnd()
    }

    @Test func `while a body without end comes`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in
            .script([.send("HTTP/1.1 200 OK\r\n\r\n"), .bytes(Array(repeating: 1, count: 1 << 20)), .hang])
        }
        let request = try request(.get, server.url)
        let (begun, told) = AsyncStream<Void>.makeStream()
        let task = Task {
            await outcome(of: request, by: transport()) { event in
                if case .progress(let progress) = event, progress.direction == .download { told.yield() }
            }
        }
        for await _ in begun { break }
        await expectCancelled(task)
        try await server.waitForOpenConnections(0)
    }

    @Test func `A transport whose last request was cancelled ends with its connections when it is released`()
        async throws
    {
        let server = try LoopbackServer()
        server.on("/hang") { _ in .script([.hang]) }
        server.otherwise { _ in .text("x") }
        let (get, hang) = try (request(.get, server.url), request(.get, server.url + "/hang"))
        for round in 1...10 {
            let curl = transport()
            // One connection stays when the other ends with the cancellation.
            let task = Task { await outcome(of: hang, by: curl) }
            try await server.waitForRequests(2 * round - 1)
            _ = try await outcome(of: get, by: curl).get()
            await expectCancelled(task)
        }
        try await server.waitForOpenConnections(0)
    }

    @Test func `A thousand cancelled at any moment end once each, and leave the rest in order`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .text($0.target) }
        let curl = transport { $0.eventLoops = 2 }
        let url = server.url
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<125 {
                        guard let url = RequestURL("\(url)/\(worker)/\(round)") else { return }
                        let task = Task { await outcome(of: HTTPRequest(method: .get, url: url), by: curl) }
                        for _ in 0..<(round * 37 % 200) { await Task.yield() }
                        if round % 3 > 0 { task.cancel() }
                        switch await task.value {
                        case .success(let response): #expect(response.text == "/\(worker)/\(round)")
                        case .failure(let error): #expect(error.kind == .cancelled)
                        }
                    }
                }
            }
        }
    }
}
