import ApusCore
import ApusCurl
import Locking
import LoopbackServer
import Testing

@Suite struct Load {
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    /// Sends so many at a time, each of so many workers one after the other.
    private func send(_ rounds: Int, by workers: Int, _ curl: CurlTransport, path: String = "") async throws {
        let get = try request(.get, server.url + path)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    for _ in 0..<rounds { #expect((try? await outcome(of: get, by: curl).get().text) == "x") }
                }
            }
        }
    }

    @Test func `Slow peers get no more connections than there are requests at once`() async throws {
        server.otherwise { _ in .text("x").delayed(0.2) }
        try await send(4, by: 32, transport())
        #expect(server.acceptedConnections <= 32)
        #expect(server.received.count == 128)
    }

    @Test func `Peers that close after each answer get a connection for each request, and not one more`() async throws {
        server.otherwise { _ in .text("x", fields: [("Connection", "close")]) }
        try await send(25, by: 16, transport())
        #expect(server.acceptedConnections == 400)
        #expect(server.received.count == 400)
        try await server.waitForOpenConnections(0)
    }

    @Test func `Peers that never answer get a connection for each request, and all end with their request`()
        async throws
    {
        server.otherwise { _ in .script([.hang]) }
        let curl = transport()
        for round in 1...4 {
            let get = try request(.get, server.url)
            let tasks = (0..<16).map { _ in Task { await outcome(of: get, by: curl) } }
            try await server.waitForRequests(16 * round)
            #expect(server.openConnections <= 16)
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.value }
            try await server.waitForOpenConnections(0)
        }
        #expect(server.acceptedConnections == 64)
    }

    @Test func `Peers that end a connection now and then cost one more each time`() async throws {
        let count = Mutex(0)
        server.otherwise { _ in
            let isLast = count.withLock { count in
                count += 1
                return count % 10 == 0
            }
            return .text("x", fields: isLast ? [("Connection", "close")] : [])
        }
        try await send(100, by: 8, transport())
        #expect(server.acceptedConnections <= 8 + 80)
        #expect(server.received.count == 800)
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `A refused connection is an error within milliseconds`(host: String) async throws {
        let curl = transport()
        var fastest = Duration.seconds(60)
        // Others use the machine as well: what counts is the fastest.
        for _ in 0..<200 where fastest > .milliseconds(20) {
            let start = ContinuousClock.now
            let error = try await failure(of: request(.get, "http://\(host):1/"), by: curl)
            fastest = min(fastest, ContinuousClock.now - start)
            #expect(error?.kind == .connectionRefused)
            #expect(error?.isSafeToRetry == true)
        }
        #expect(fastest <= .milliseconds(20))
    }

    @Test func `A peer that sends a byte now and then is ended by the time limit of the call`() async throws {
        let drops = Array(repeating: [Step.pause(seconds: 0.02), .send("x")], count: 3000).flatMap { $0 }
        server.on("/head") { _ in .script([.send("HTTP/1.1 200 OK\r\nX-Long: ")] + drops) }
        server.on("/body") { _ in .script([.send("HTTP/1.1 200 OK\r\n\r\n")] + drops) }
        for path in ["/head", "/body"] {
            var plan = RequestPlan()
            plan.timeout = .milliseconds(300)
            plan.path = path
            let endpoint = Endpoint(
                plan: plan, values: [ResponseRow(.any, model: "response") { $0 }], errors: [ResponseRow<Never>]())
            let client = Client(server.url, transport: transport())
            guard case .failure(.transport(let error)) = await client.call(endpoint).result else {
                Issue.record("\(path) gave a response")
                continue
            }
            #expect(error.kind == .timeout)
        }
        try await server.waitForOpenConnections(0)
    }

    @Test func `One that waits for a connection can be cancelled, and the next has its turn`() async throws {
        server.on("/hang") { _ in .script([.hang]) }
        server.on("/x") { _ in .text("x") }
        let curl = transport { $0.maxConnections = 1 }
        let (hang, get) = try (request(.get, server.url + "/hang"), request(.get, server.url + "/x"))
        let first = Task { await outcome(of: hang, by: curl) }
        try await server.waitForRequests(1)
        let waiting = (0..<8).map { _ in Task { await outcome(of: get, by: curl) } }
        for task in waiting.dropLast(2) { task.cancel() }
        for task in waiting.dropLast(2) {
            guard case .failure(let error) = await task.value else { return #expect(Bool(false)) }
            #expect(error.kind == .cancelled)
        }
        first.cancel()
        _ = await first.value
        for task in waiting.suffix(2) { #expect(try await task.value.get().text == "x") }
        #expect(server.received.count == 3)
    }
}
