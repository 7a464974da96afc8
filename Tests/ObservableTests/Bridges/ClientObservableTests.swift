import ApusCore
import ApusDSL
import ApusObservable
import ApusTesting
import ApusURLSession
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientObservableTests {
    private static let endpoint = Endpoint {
        GET("http://a.example/x"); DecodeText()
    }
    private typealias Failure = EndpointError<Never>

    private static func stub() -> StubTransport {
        StubTransport { _ throws(TransportError) in HTTPResponse(status: 200, body: HTTPBody("x")) }
    }

    @Test("Each subscription sends a request of its own, and none sends none")
    func cold() async {
        let stub = Self.stub()
        let sequence = Client(transport: stub).observable(Self.endpoint)
        #expect(stub.requests.isEmpty)
        for number in 1...2 {
            let recorder = Recorder<String, Failure>()
            recorder.subscribe(to: sequence)
            await recorder.waitUntilDisposed()
            let (values, count) = (recorder.values, recorder.events.count)
            #expect(values == ["x"] && count == 2 && stub.requests.count == number)
        }
    }

    @Test("The events of a call are its progress, then its value")
    func events() async {
        let recorder = Recorder<EndpointEvent<String>, Failure>()
        recorder.subscribe(to: Client(transport: Self.stub()).events(Self.endpoint))
        await recorder.waitUntilDisposed()
        let lines = recorder.values.map { event in
            switch event {
            case .progress(let progress): "\(progress.direction) \(progress.completed)"
            case .value(let value): "value \(value)"
            }
        }
        #expect(lines == ["download 1", "value x"])
    }

    @Test("A failure arrives as an error")
    func failure() async {
        let recorder = Recorder<String, Failure>()
        recorder.subscribe(to: Client(transport: StubTransport([:])).observable(Self.endpoint))
        await recorder.waitUntilDisposed()
        let events = recorder.events
        guard case .error(.transport(let error)) = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        #expect(error.kind == .other)
    }

    @Test("Disposing closes the transfer and is silent")
    func dispose() async throws {
        let server = try LoopbackServer()
        server.on("/hang") { _ in .script([.hang]) }
        let endpoint = Endpoint {
            GET("/hang"); DecodeText()
        }
        let client = Client(server.url, transport: URLSessionTransport())
        let recorder = Recorder<String, Failure>()
        let events = Recorder<EndpointEvent<String>, Failure>()
        let handles = [
            recorder.subscribe(to: client.observable(endpoint)), events.subscribe(to: client.events(endpoint)),
        ]
        try await server.waitForRequests(2)
        for handle in handles { handle.dispose() }
        try await server.waitForOpenConnections(0)
        #expect(recorder.events.isEmpty && recorder.disposals == 1)
        #expect(events.events.isEmpty && events.disposals == 1)
    }

    @Test("Disposed within subscribe's turn, nothing is heard, whoever wins")
    func race() async {
        let client = Client(transport: Self.stub())
        for round in 0..<Workload.scaled(300) {
            let recorder = Recorder<String, Failure>()
            let handle = recorder.subscribe(to: client.observable(Self.endpoint))
            for _ in 0..<(round % 7) { await Task.yield() }
            handle.dispose()
            await recorder.waitUntilDisposed()
            let (count, disposals) = (recorder.events.count, recorder.disposals)
            #expect(disposals == 1 && count <= 2)
        }
    }
}
