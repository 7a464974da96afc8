public import ApusCore
import Locking

/// A transport that answers by itself and keeps what it was asked: for tests that need no network.
///
///     let stub = StubTransport(["GET /company.json": HTTPResponse(status: 200, body: HTTPBody(#"{"name":"Apus"}"#))])
///     let client = Client("https://api.example.com", transport: stub) { Log() }
///     _ = try await client.send(company)
///     #expect(stub.requests.map(\.url.requestTarget) == ["/company.json"])
///
/// It keeps the promises of a transport that tests of plugins and calls rely on: a cancelled task gets `.cancelled`, a
/// body beyond the call's limit `.tooLarge`, and who listens hears of both bodies, each as one step.
public final class StubTransport: Transport {
    /// Answers one request, or says why there is no response.
    public typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    private let answer: Answer
    private let received = Mutex<[HTTPRequest]>([])

    /// A transport whose answers the closure gives.
    ///
    /// Calls may run at once; answers that depend on how often they were asked keep a count in a `Mutex`.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// A transport with one answer for each request line: `GET /users/1` or, for one query alone, `GET /users?page=2`.
    ///
    /// A request that no line names fails as `.other` with a detail that names it, so that a test says what it lacks.
    public convenience init(_ routes: [String: HTTPResponse]) {
        self.init { request throws(TransportError) in
            let line = "\(request.method) \(request.url.requestTarget)"
            guard let response = routes[line] ?? routes["\(request.method) \(request.url.path)"] else {
                throw TransportError(.other, "the stub has no answer to \(request)")
            }
            return response
        }
    }

    /// The requests so far, in the order in which they came.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    /// Keeps the request and answers it.
    public func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw TransportError(.cancelled) }
        received.withLock { $0.append(request) }
        if let size = request.body?.bytes?.count { exchange.emit(.progress(Self.whole(size, .upload))) }
        var response = try await answer(request)
        if Task.isCancelled { throw TransportError(.cancelled) }
        guard response.data.count <= exchange.bodyLimit else {
            throw TransportError(.tooLarge, "more than \(exchange.bodyLimit) bytes")
        }
        if !response.data.isEmpty { exchange.emit(.progress(Self.whole(response.data.count, .download))) }
        if response.url == nil { response.url = request.url }
        return response
    }

    private static func whole(_ size: Int, _ direction: TransferProgress.Direction) -> TransferProgress {
        TransferProgress(direction, completed: Int64(size), total: Int64(size))
    }
}

extension StubTransport: CustomReflectable {
    /// The requests so far, as they are printed: nothing that prints a value by its parts may walk into the lock.
    public var customMirror: Mirror { Mirror(self, children: ["requests": requests.map(\.description)]) }
}
