import ApusCore
import ApusTesting
import ApusURLSession
import Locking
import LoopbackServer
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct URLSessionTransportTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    @Test("A response that never comes fails as a timeout when the transport's own time is up")
    func idleTimeout() async throws {
        server.otherwise { _ in .script([.hang]) }
        let transport = URLSessionTransport(idleTimeout: .milliseconds(10))
        let error = await failure(of: Hop.outcome(.get, server.url, through: transport))
        #expect(error?.kind == .timeout)
        #expect(error?.isSafeToRetry == false)
        try await server.waitForOpenConnections(0)
    }

    @Test("An idle timeout beyond all bounds is taken", arguments: [Duration.seconds(Int64.max), .seconds(-1)])
    func oddTimeout(_ timeout: Duration) async throws {
        server.otherwise { _ in .text("x") }
        let transport = URLSessionTransport(idleTimeout: timeout, connectionsPerHost: 0)
        #expect(try await Hop.response(.get, server.url, through: transport).text == "x")
    }

    @Test("A transport that is released lets its calls finish and closes its connections")
    func release() async throws {
        server.otherwise { _ in .text("x") }
        var transport: URLSessionTransport? = URLSessionTransport()
        weak let observed = transport
        for _ in 1...2 { _ = try await Hop.response(.get, server.url, through: #require(transport)) }
        #expect(server.acceptedConnections == 1)
        transport = nil
        // The end of a call may come before its task lets go of the transport.
        try await server.waitForOpenConnections(0)
        #expect(observed == nil)
    }

    @Test("Cancelling while the request's body goes out closes the connection")
    func cancelledUpload() async throws {
        let slow = try LoopbackServer()
        slow.otherwise { _ in .script([.hang]) }
        let sent = Mutex(false)
        var plan = RequestPlan()
        plan.method = .put
        plan.body = PlanBody(.data(Data(count: 32 << 20)), type: .octetStream)
        let endpoint = Endpoint(
            plan: plan, values: [ResponseRow(.any, model: "response") { $0 }], errors: [ResponseRow<Never>]())
        let client = Client(slow.url, transport: URLSessionTransport())
        let (steps, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await client.call(endpoint).outcome { event in
                guard case .progress = event, !sent.withLock({ $0 }) else { return }
                sent.withLock { $0 = true }
                continuation.finish()
            }
        }
        for await _ in steps {}
        task.cancel()
        #expect(await task.value.isCancelled)
        try await slow.waitForOpenConnections(0)
    }

    @Test("Cancelling after the end changes nothing")
    func cancelledAfterwards() async throws {
        server.otherwise { _ in .text("x") }
        let transport = URLSessionTransport()
        let task = Task { try await Hop.response(.get, server.url, through: transport) }
        #expect(try await task.value.text == "x")
        task.cancel()
        #expect(try await Hop.response(.get, server.url, through: transport).text == "x")
        #expect(server.received.count == 2)
    }

    @Test("A response tells when it began and ended")
    func timings() async throws {
        server.otherwise { _ in .text("x") }
        let timings = try #require(try await Hop.response(.get, server.url).timings)
        let (firstByte, total) = try (#require(timings.firstByte), #require(timings.total))
        #expect(firstByte > .zero)
        #expect(firstByte <= total)
    }

    @Test("Fields of a response come in the order of their names, its own Set-Cookie fields apart")
    func fields() async throws {
        server.otherwise { _ in
            .text("x", fields: [("X-B", "1"), ("Set-Cookie", "a=b"), ("X-A", "2"), ("Set-Cookie", "c=d")])
        }
        let response = try await Hop.response(.get, server.url)
        let names = response.fields.map { $0.name.rawName.lowercased() }
        #expect(names == ["content-length", "content-type", "set-cookie", "set-cookie", "x-a", "x-b"])
    }

    @Test("A decoded body keeps the fields of what went over the wire")
    func encodedFields() async throws {
        let gzip: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 76, 74, 6, 0, 194, 65, 36, 53, 3, 0, 0, 0]
        server.otherwise { _ in .bytes(gzip, fields: [("Content-Encoding", "gzip")]) }
        let response = try await Hop.response(.get, server.url)
        #expect(response.text == "abc")
        #expect(response.fields[.contentEncoding] == "gzip")
        #expect(response.fields[.contentLength] == "23")
    }

    @Test("A missing file is named by its path")
    func missingFile() async throws {
        let path = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString).path
        let error = await failure(
            of: Hop.outcome(.put, server.url, body: PlanBody(.file(path: path), type: .octetStream)))
        #expect(error?.kind == .unreadableBody)
        #expect(error?.detail.contains(path) == true)
        #expect(error?.isSafeToRetry == true)
    }

    @Test("Errors name the host and keep what is below")
    func errors() async throws {
        let down = LoopbackServer.downURL + "/?key=s3cret"
        let refused = try #require(await failure(of: Hop.outcome(.get, down)))
        #expect(refused.description == "connection refused: 127.0.0.1:1")
        #expect(refused.underlying != nil)
        let unknown = try #require(await failure(of: Hop.outcome(.get, "http://nonexistent.invalid/?key=s3cret")))
        #expect(unknown.description == "name lookup failed: nonexistent.invalid")
    }

    #if canImport(FoundationNetworking)
    @Test("A host that is an IPv6 address can't be reached with FoundationNetworking, and fails as it should")
    func addressOfSixteenBytes() async throws {
        let error = await failure(of: Hop.outcome(.get, "http://[::1]:\(server.port)/"))
        #expect(error?.kind == .other)
    }
    #endif

    private func failure(of outcome: Result<HTTPResponse, TransportError>) -> TransportError? {
        if case .failure(let error) = outcome { error } else { nil }
    }
}
