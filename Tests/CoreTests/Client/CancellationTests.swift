import ApusCore
import ApusDSL
import ApusTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CancellationTests {
    private static let endpoint = Endpoint {
        GET("http://a.example/x"); DecodeText()
    }
    private let gate = Gate()

    private static func isCancelled<Output, Model>(_ outcome: CallOutcome<Output, EndpointError<Model>>) -> Bool {
        guard case .failure(.cancelled) = outcome.result else { return false }
        return outcome.isCancelled
    }

    @Test("Cancelled before the start, a call sends nothing and asks no plugin")
    func before() async {
        let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }
        let lines = Lines()
        let client = Client(transport: stub) { Mark<A>("a", lines) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.call(Self.endpoint).outcome()
        }
        let outcome = await task.value
        #expect(Self.isCancelled(outcome) && outcome.attempts.isEmpty && outcome.response == nil)
        #expect(stub.requests.isEmpty && lines.all.isEmpty)
    }

    @Test("Cancelled between plugin and transport, a call sends nothing, whatever the transport")
    func beforeTransport() async {
        struct Careless: Transport {
            let lines: Lines
            func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
                lines.append("sent")
                return HTTPResponse(status: 200)
            }
        }
        let lines = Lines()
        let client = Client(transport: Careless(lines: lines)) {
            Intercept { request, _, next in
                withUnsafeCurrentTask { $0?.cancel() }
                return try await next(request)
            }
        }
        let outcome = await Task { await client.call(Self.endpoint).outcome() }.value
        #expect(Self.isCancelled(outcome) && lines.all.isEmpty)
    }

    @Test(
        "Cancelled during the transfer, a call is cancelled, whatever the transport says of it",
        arguments: [
            TransportError.Kind.cancelled, .connectionLost, .other,
        ])
    func during(_ kind: TransportError.Kind) async {
        let stub = StubTransport { _ throws(TransportError) in
            await gate.pass()
            throw TransportError(kind)
        }
        let task = Task { await Client(transport: stub).call(Self.endpoint).outcome() }
        await gate.waitForArrivals()
        task.cancel()
        let outcome = await task.value
        #expect(Self.isCancelled(outcome) && outcome.attempts.count == 1 && gate.cancelled == 1)
    }

    @Test("A mapped failure type does not hide that the call was cancelled")
    func mapped() async {
        struct Own: Error {}
        let client = Client(transport: StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) })
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.call(Self.endpoint.mapError { _ in Own() }).outcome()
        }
        #expect(await task.value.isCancelled)
    }

    @Test("Cancelled after the end, a call has its value")
    func after() async throws {
        let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200, body: HTTPBody("x")) }
        let task = Task { await Client(transport: stub).call(Self.endpoint).outcome() }
        let outcome = await task.value
        task.cancel()
        #expect(try outcome.result.get() == "x")
        #expect(try await task.value.result.get() == "x")
    }
}
