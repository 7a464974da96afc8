import ApusCore
import ApusTesting
import Locking
import Testing

struct StubTransportTests {
    @Test("A route answers its request line, one with a query before one without")
    func routes() async throws {
        let stub = StubTransport([
            "GET /users": HTTPResponse(status: 200, body: HTTPBody("all")),
            "GET /users?page=2": HTTPResponse(status: 200, body: HTTPBody("the second page")),
            "POST /users": HTTPResponse(status: 201),
        ])
        #expect(try await get("/users", from: stub).text == "all")
        #expect(try await get("/users?page=1", from: stub).text == "all")
        #expect(try await get("/users?page=2", from: stub).text == "the second page")
        #expect(stub.requests.map(\.url.requestTarget) == ["/users", "/users?page=1", "/users?page=2"])
        #expect(stub.requests.allSatisfy { $0.method == .get })
    }

    @Test("What has locks in it can be dumped")
    func dumped() {
        var text = ""
        dump(StubTransport([:]), to: &text)
        dump(ManualClock(), to: &text)
        #expect(text.contains("requests") && text.contains("now"))
    }

    @Test("A request without a route is told by an error that names it")
    func missingRoute() async throws {
        let stub = StubTransport([:])
        await #expect {
            try await get("/nowhere", from: stub)
        } throws: { error in
            guard case EndpointError<Never>.transport(let error) = error else { return false }
            return error.kind == .other && error.detail == "the stub has no answer to GET https://stub.example/nowhere"
        }
        #expect(stub.requests.count == 1)
    }

    @Test("A closure sees each request and may fail")
    func closure() async throws {
        let count = Mutex(0)
        let stub = StubTransport { request throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number > 1 else { throw TransportError(.timeout) }
            return HTTPResponse(status: 200, body: HTTPBody("\(number): \(request.url.path)"))
        }
        await #expect(throws: EndpointError<Never>.self) { try await get("/a", from: stub) }
        let response = try await get("/b", from: stub)
        #expect(response.text == "2: /b")
        #expect(response.url?.string == "https://stub.example/b")
    }

    @Test("A body beyond the limit is too large")
    func limit() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, body: HTTPBody("12345")) }
        #expect(try await get("/", limit: 5, from: stub).text == "12345")
        await #expect {
            try await get("/", limit: 4, from: stub)
        } throws: { error in
            guard case EndpointError<Never>.transport(let error) = error else { return false }
            return error.kind == .tooLarge
        }
    }

    @Test("Who listens hears of both bodies")
    func progress() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, body: HTTPBody("12345")) }
        var plan = RequestPlan()
        plan.method = .post
        plan.body = PlanBody(.text("123"), type: "text/plain")
        let heard = Mutex<[String]>([])
        let call = Client("https://stub.example", transport: stub).call(endpoint(plan))
        _ = await call.outcome { event in
            guard case .progress(let progress) = event else { return }
            heard.withLock { $0.append("\(progress.direction) \(progress.completed)") }
        }
        #expect(heard.withLock { $0 } == ["upload 3", "download 5"])
    }

    @Test("Cancelled while it answers, it gives no answer")
    func cancellation() async throws {
        let clock = ManualClock()
        let stub = StubTransport { _ throws(TransportError) in
            try? await clock.sleep(for: .seconds(1))
            return HTTPResponse(status: 200)
        }
        let task = Task { try await get("/", from: stub) }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect {
            try await task.value
        } throws: { error in
            guard case EndpointError<Never>.cancelled = error else { return false }
            return true
        }
    }

    @discardableResult
    private func get(
        _ path: String, limit: Int = RequestPlan.defaultBodyLimit, from stub: StubTransport
    ) async throws -> HTTPResponse {
        var plan = RequestPlan()
        plan.path = path
        plan.bodyLimit = limit
        return try await Client("https://stub.example", transport: stub).send(endpoint(plan))
    }

    private func endpoint(_ plan: RequestPlan) -> Endpoint<HTTPResponse, EndpointError<Never>> {
        Endpoint(plan: plan, values: [ResponseRow(.any, model: "response") { $0 }], errors: [ResponseRow<Never>]())
    }
}
