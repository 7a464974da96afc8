import Apus
import Dispatch
import Foundation
import LoopbackServer
import Testing

/// Async, callback, promise and observable behave the same, over a real server and the platform's transport.
@Suite(.timeLimit(.minutes(1))) struct FourWaysTests {
    private struct Refusal: Decodable, Sendable {
        let code: Int
    }

    private typealias Failure = EndpointError<Refusal>

    private let server: LoopbackServer
    private let client: Client
    private let queue = DispatchQueue(label: "test")

    init() throws {
        server = try LoopbackServer()
        server.on("/value") { _ in .text("a value") }
        server.on("/refused") { _ in .json(#"{"code": 7}"#, status: 409) }
        server.on("/broken") { _ in .text("out of order", status: 503) }
        server.on("/never") { _ in .script([.hang]) }
        server.on("/half") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .hang]) }
        client = Client(server.url)
    }

    private func endpoint(_ path: PathTemplate, at base: String? = nil) -> Endpoint<String, Failure> {
        let group = EndpointGroup {
            if let base { BaseURL(base) }
        }
        return group {
            GET(path)
            DecodeText()
            OnError(409, Refusal.self)
        }
    }

    private func start(_ way: Way, _ path: PathTemplate, at base: String? = nil) -> RunningCall<String, Failure> {
        way.start(endpoint(path, at: base), by: client, on: queue)
    }

    /// The one outcome, after everything that was on its way has arrived.
    private func outcome(
        of call: RunningCall<String, Failure>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result<String, Failure> {
        _ = await call.record.end
        await drain()
        let heard = call.record.heard
        #expect(heard.results.count == 1, sourceLocation: sourceLocation)
        #expect(!heard.isCancelled, sourceLocation: sourceLocation)
        #expect(heard.late == 0, sourceLocation: sourceLocation)
        return try #require(heard.results.first, sourceLocation: sourceLocation)
    }

    private func drain() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        }
    }

    @Test("A value", arguments: Way.allCases)
    func value(way: Way) async throws {
        #expect(try await outcome(of: start(way, "/value")).get() == "a value")
        #expect(server.received.count == 1)
    }

    @Test("A declared error, with its model and its response", arguments: Way.allCases)
    func declaredError(way: Way) async throws {
        guard case .failure(.response(let refusal, let response)) = try await outcome(of: start(way, "/refused")) else {
            Issue.record("no declared error")
            return
        }
        #expect(refusal.code == 7)
        #expect(response.status == 409)
    }

    @Test("An unexpected response, with its bytes", arguments: Way.allCases)
    func unexpected(way: Way) async throws {
        let (response, _) = try #require(try await outcome(of: start(way, "/broken")).unexpected())
        #expect(response.status == 503)
        #expect(response.text == "out of order")
    }

    @Test("A server that is down", arguments: Way.allCases)
    func transportFailure(way: Way) async throws {
        let outcome = try await outcome(of: start(way, "/value", at: LoopbackServer.downURL))
        #expect(outcome.transportError()?.kind == .connectionRefused)
    }

    @Test("A declaration that is wrong, of which nothing is sent", arguments: Way.allCases)
    func invalid(way: Way) async throws {
        guard case .failure(.invalid) = try await outcome(of: start(way, "/{missing}")) else {
            Issue.record("expected an invalid plan")
            return
        }
        #expect(server.received.isEmpty)
    }

    @Test("Cancelled at once: it ends as cancelled, with no value", arguments: Way.allCases)
    func cancelBefore(way: Way) async throws {
        queue.suspend()
        let call = start(way, "/never")
        call.cancel()
        queue.resume()
        try await expectCancelled(call)
    }

    @Test(
        "Cancelled while the server works, or in the middle of the body: it ends as cancelled, and the transfer is closed",
        arguments: Way.allCases, ["/never", "/half"])
    func cancelDuring(way: Way, path: String) async throws {
        let call = start(way, PathTemplate(path))
        try await server.waitForRequests(1)
        call.cancel()
        call.cancel()
        try await expectCancelled(call)
        try await server.waitForGivenUp(1)
    }

    private func expectCancelled(
        _ call: RunningCall<String, Failure>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        _ = await call.record.end
        await drain()
        let heard = call.record.heard
        #expect(heard.isCancelled, sourceLocation: sourceLocation)
        #expect(heard.late == 0, sourceLocation: sourceLocation)
        #expect(heard.results.allSatisfy { $0.isCancelled() }, sourceLocation: sourceLocation)
        #expect(heard.results.count <= 1, sourceLocation: sourceLocation)
    }

    @Test("Cancelled after the end: nothing more is heard", arguments: Way.allCases)
    func cancelAfter(way: Way) async throws {
        let call = start(way, "/value")
        #expect(try await outcome(of: call).get() == "a value")
        call.cancel()
        #expect(try await outcome(of: call).get() == "a value")
        #expect(server.givenUp.isEmpty)
    }

    @Test("Progress comes before the outcome and reaches the size of the body", arguments: Way.allCases)
    func progress(way: Way) async throws {
        let call = start(way, "/value")
        _ = try await outcome(of: call)
        let last = try #require(call.record.heard.progress.last)
        #expect(last == TransferProgress(.download, completed: 7, total: 7))
    }

    @Test("What is delivered on a queue waits for it", arguments: Way.allCases.filter(\.usesQueue))
    func queue(way: Way) async throws {
        queue.suspend()
        let call = start(way, "/value")
        try await server.waitForRequests(1)
        #expect(!call.record.heard.isOver)
        queue.resume()
        #expect(try await outcome(of: call).get() == "a value")
    }
}
