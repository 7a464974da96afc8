import Apus
import Dispatch
import Locking
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(3))) struct CancellationTests {
    private typealias Text = Result<String, EndpointError<Never>>

    private let server: LoopbackServer
    private let client: Client
    private let queue = DispatchQueue(label: "apus.tests.cancellation")
    private let hanging = Endpoint {
        GET("/hang")
        DecodeText()
    }
    private let quick = Endpoint {
        GET("/quick")
        DecodeText()
    }

    init() throws {
        server = try LoopbackServer()
        client = Client(server.url)
        server.on("/hang") { _ in .script([.hang]) }
        server.on("/half") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .hang]) }
        server.on("/start") { _ in .redirect(302, to: "/hang") }
        server.on("/quick") { _ in .text("quick") }
    }

    /// What the handler gets, a step each, for as long as the call is held.
    private func start(
        _ endpoint: Endpoint<String, EndpointError<Never>>
    ) -> (cancellable: Cancellable, results: AsyncStream<Text>, count: @Sendable () -> Int) {
        let (results, continuation) = AsyncStream.makeStream(of: Text.self)
        let count = Counter()
        let cancellable = client.send(endpoint, on: queue) { result in
            count.add()
            continuation.yield(result)
        }
        return (cancellable, results, { count.value })
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test("A task that is cancelled before it starts sends nothing")
    func beforeTheStart() async {
        let task = Task { [client, quick] in
            while !Task.isCancelled { await Task.yield() }
            return await client.call(quick).outcome()
        }
        task.cancel()
        let outcome = await task.value
        #expect(outcome.result.isCancelled())
        #expect(outcome.isCancelled)
        #expect(outcome.attempts.isEmpty)
        #expect(server.acceptedConnections == 0)
    }

    @Test("A callback that is cancelled while its server hangs gets .cancelled, once, and the server sees the end")
    func callbackDuring() async throws {
        let (cancellable, results, count) = start(hanging)
        try await server.waitForRequests(1)
        cancellable.cancel()
        cancellable.cancel()
        let result = try #require(await results.first { _ in true })
        #expect(result.isCancelled())
        try await server.waitForOpenConnections(0)
        queue.sync {}
        #expect(count() == 1)
    }

    @Test("A callback that is cancelled at once never hears of a value")
    func callbackAtOnce() async throws {
        for _ in 0..<50 {
            let (cancellable, results, count) = start(quick)
            cancellable.cancel()
            #expect(try #require(await results.first { _ in true }).isCancelled())
            queue.sync {}
            #expect(count() == 1)
        }
    }

    @Test("Cancelling after the handler has run does nothing")
    func callbackAfter() async throws {
        let (cancellable, results, count) = start(quick)
        #expect(try #require(await results.first { _ in true }).get() == "quick")
        cancellable.cancel()
        queue.sync {}
        #expect(count() == 1)
        #expect(try await client.send(quick) == "quick")
    }

    @Test("Letting go of the handle ends nothing")
    func letGo() async throws {
        let (results, continuation) = AsyncStream.makeStream(of: Text.self)
        client.send(quick, on: queue) { continuation.yield($0) }
        #expect(try #require(await results.first { _ in true }).get() == "quick")
    }

    @Test("A cancelled task closes its transfer", arguments: ["/hang", "/half", "/start"])
    func taskDuring(path: String) async throws {
        let task = Task { [client] in
            await client.call(
                Endpoint {
                    GET(PathTemplate(path))
                    DecodeText()
                }
            ).outcome()
        }
        try await server.waitForRequests(path == "/start" ? 2 : 1)
        task.cancel()
        let outcome = await task.value
        #expect(outcome.result.isCancelled())
        #expect(outcome.isCancelled)
        #expect(outcome.response == nil)
        try await server.waitForOpenConnections(0)
    }

    @Test("A mapped failure still says that it was cancelled")
    func mapped() async throws {
        struct Gone: Error {}
        let task = Task { [client, hanging] in
            await client.call(hanging.mapError { _ in Gone() }).outcome()
        }
        try await server.waitForRequests(1)
        task.cancel()
        let outcome = await task.value
        #expect(outcome.isCancelled)
        #expect(throws: Gone.self) { try outcome.result.get() }
    }

    @Test("One of many calls can be cancelled alone")
    func oneOfMany() async throws {
        let (cancellable, results, _) = start(hanging)
        try await server.waitForRequests(1)
        #expect(try await client.send(quick) == "quick")
        cancellable.cancel()
        #expect(try #require(await results.first { _ in true }).isCancelled())
        #expect(try await client.send(quick) == "quick")
    }
}
