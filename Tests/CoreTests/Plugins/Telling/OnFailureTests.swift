import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

private struct Oops: Decodable, Error, Equatable { let code: Int }
private struct Own: Error {}

@Suite(.timeLimit(.minutes(1))) struct OnFailureTests {
    private let lines = Lines()
    private static let endpoint = Endpoint {
        GET("http://a.example/x"); Name("x.show"); Decode([Int].self); OnError(Oops.self)
    }

    private func client(_ status: Int, _ body: String, _ plugins: any Plugin...) -> Client {
        let stub = StubTransport { _ throws(TransportError) in
            if status == 0 { throw TransportError(.tls) }
            return HTTPResponse(
                status: HTTPStatus(status), fields: [.contentType: "application/json"], body: HTTPBody(body))
        }
        return Client(transport: stub, clock: ManualClock(date: Date(timeIntervalSince1970: 7))) { plugins }
    }

    private func telling(_ statuses: StatusSet? = nil) -> OnFailure {
        OnFailure(statuses) { [lines] failure in
            let model = failure.model(Oops.self).map { " oops \($0.code)" } ?? ""
            let status = failure.status.map { "\($0.code)" } ?? "-"
            let kind = failure.transportError.map { " \($0.kind.rawValue)" } ?? ""
            lines.append("\(failure.name ?? "") \(status)\(model)\(kind) \(failure.attempts.count)")
            #expect(failure.error is EndpointError<Oops> && failure.response?.status == failure.status)
            #expect(failure.date == Date(timeIntervalSince1970: 7))
        }
    }

    @Test(
        "It hears of each failure once: what the server said, what did not decode, what did not arrive; of no success",
        arguments: [
            (404, "{\"code\":7}", ["x.show 404 oops 7 1"]), (500, "?", ["x.show 500 1"]), (200, "{}", ["x.show 200 1"]),
            (0, "", ["x.show - TLS failed 1"]), (200, "[1]", []),
        ])
    func hears(status: Int, body: String, expected: [String]) async {
        _ = await client(status, body, telling()).call(Self.endpoint).result
        #expect(lines.all == expected)
    }

    @Test("It hears once however often a call was tried, and of what could not be sent")
    func once() async {
        let retry = Retry(.idempotent, upTo: 2, .exponential(from: .zero, to: .zero))
        _ = await client(503, "", telling(), retry).call(Self.endpoint).result
        _ = await client(200, "", telling()).call(
            Endpoint {
                GET("/x"); Decode([Int].self); OnError(Oops.self)
            }
        ).result
        #expect(lines.all == ["x.show 503 3", " - 0"])
    }

    @Test("A cancelled call is no failure")
    func cancelled() async {
        let client = client(200, "[]", telling())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.call(Self.endpoint).outcome()
        }
        #expect(await task.value.isCancelled)
        #expect(lines.all.isEmpty)
    }

    @Test(
        "With statuses it hears of these alone",
        arguments: [
            (401, 401, 1), (403, 401, 0), (503, .serverError, 1), (0, .any, 0), (403, [401, 403], 1), (404, .any, 1),
        ] as [(Int, StatusSet, Int)])
    func statuses(status: Int, statuses: StatusSet, count: Int) async {
        _ = await client(status, "", telling(statuses)).call(Self.endpoint).result
        #expect(lines.all.count == count)
    }

    @Test("What it throws takes the failure's place; the same error, or none, leaves it")
    func replaces() async {
        let same = await client(404, "{\"code\":7}", OnFailure { throw $0.error }).call(Self.endpoint).result
        guard case .failure(.response(Oops(code: 7), _)) = same else {
            Issue.record("\(same)")
            return
        }
        let other = await client(404, "{\"code\":7}", OnFailure { _ in throw Own() }).call(Self.endpoint).result
        guard case .failure(.transport(let error)) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(error.kind == .plugin && error.underlying is Own)
        let endpoint = Self.endpoint.mapError { $0.model ?? Oops(code: 0) }
        let mapped = await client(
            404, "{\"code\":7}",
            OnFailure { failure in
                if let model = failure.model(Oops.self) { throw Oops(code: model.code + 1) }
            }
        ).call(endpoint).result
        #expect(mapped == .failure(Oops(code: 8)))
    }

    @Test("A success is told with its response, a failure is not; what is thrown there fails the call, and is heard of")
    func success() async throws {
        let success = OnSuccess(201) { [lines] success in
            lines.append("\(success.name ?? "") \(success.response.status.code) \(success.response.text)")
            #expect(success.attempts.count == 1 && success.date == Date(timeIntervalSince1970: 7))
        }
        let value = try await client(201, "[1]", success, telling()).send(Self.endpoint)
        #expect(value == [1])
        _ = await client(200, "[1]", success).call(Self.endpoint).result
        _ = await client(201, "{}", success).call(Self.endpoint).result
        #expect(lines.all == ["x.show 201 [1]"])
        let refusing = client(200, "[1]", telling(), OnSuccess { _ in throw Own() })
        guard case .failure(.transport(let error)) = await refusing.call(Self.endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(error.underlying is Own)
        #expect(lines.all.last == "x.show - plugin failed 1")
    }

    @Test("Their lines in the plan say of which statuses they hear")
    func summaries() {
        let client = client(200, "", OnFailure(401) { _ in }, OnFailure { _ in }, OnSuccess { _ in })
        #expect(
            client.plan(for: Self.endpoint).plugins.prefix(3) == ["on failure of 401", "on failure", "on success"])
    }
}
