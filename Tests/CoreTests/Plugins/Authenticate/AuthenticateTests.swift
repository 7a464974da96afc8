import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Locking
import TestSupport
import Testing

/// A server that takes one token, and counts.
private final class TokenServer: Sendable {
    let accepted = Mutex("token-1")
    let renewals = Mutex(0)

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let isFine = request.fields[.authorization] == "Bearer \(accepted.withLock { $0 })"
        return HTTPResponse(status: isFine ? 200 : 401)
    }

    /// The next token, which is the accepted one.
    func renew() -> String {
        let number = renewals.withLock { count in
            count += 1
            return count
        }
        return accepted.withLock { accepted in
            accepted = "token-\(number)"
            return accepted
        }
    }
}

private struct Refused: Error, Equatable {}

@Suite(.timeLimit(.minutes(1))) struct AuthenticateTests {
    private let server = TokenServer()
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 0))
    private static let endpoint = Endpoint { GET("http://a.example/x") }

    private func client(
        _ authentication: Authentication, @PluginBuilder around: () -> [any Plugin] = { [] }
    ) -> (Client, StubTransport) {
        let server = server
        let stub = StubTransport { request throws(TransportError) in server.answer(request) }
        let outer = around()
        return (
            Client("http://a.example", transport: stub, clock: clock) {
                outer
                Authenticate(authentication)
            }, stub
        )
    }

    @Test("Basic credentials go out from the start, and a 401 is delivered")
    func basic() async {
        let (client, stub) = client(.basic("Aladdin", "open sesame"))
        let outcome = await client.call(Self.endpoint).outcome()
        #expect(outcome.response?.status == 401 && stub.requests.count == 1)
        #expect(stub.requests[0].fields[.authorization] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(stub.requests[0].fields.description.contains("Basic <redacted>"))
    }

    @Test("200 calls without a token ask for one once, and 200 with a refused one once more")
    func singleFlight() async throws {
        let server = server
        let gate = Gate()
        let (client, _) = client(
            .bearer { _ in
                await gate.pass()
                return BearerToken(server.renew())
            })
        func all() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<200 { group.addTask { _ = try await client.send(Self.endpoint) } }
                try await group.waitForAll()
            }
        }
        async let first: Void = all()
        await gate.waitForArrivals()
        gate.open()
        try await first
        #expect(server.renewals.withLock { $0 } == 1)
        server.accepted.withLock { $0 = "another" }
        try await all()
        #expect(server.renewals.withLock { $0 } == 2)
    }

    @Test("Who was refused with an older token takes the newer one without asking")
    func older() async throws {
        let server = server
        let gate = Gate()
        let first = Mutex(true)
        let stub = StubTransport { request throws(TransportError) in
            // The first request is answered only after another call has a new token.
            if request.url.path == "/slow",
                first.withLock({
                    $0.toggle(); return !$0
                })
            {
                await gate.pass()
                return HTTPResponse(status: 401)
            }
            return server.answer(request)
        }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Authenticate(.bearer(BearerToken("old")) { _ in BearerToken(server.renew()) })
        }
        async let slow = client.send(Endpoint { GET("/slow") })
        await gate.waitForArrivals()
        _ = try await client.send(Endpoint { GET("/x") })
        gate.open()
        #expect(try await slow.status == 200)
        #expect(server.renewals.withLock { $0 } == 1)
    }

    @Test("A failure is everybody's who waits, with its own type, and the next call tries anew")
    func failure() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let server = server
        let (client, stub) = client(
            .bearer { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard number == 1 else { return BearerToken(server.renew()) }
                await gate.pass()
                throw Refused()
            })
        async let failures = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    guard case .failure(.transport(let error)) = await client.call(Self.endpoint).result else {
                        return false
                    }
                    return error.kind == .plugin && error.underlying is Refused
                }
            }
            var count = 0
            for await isRefused in group where isRefused { count += 1 }
            return count
        }
        await gate.waitForArrivals()
        // All of them wait: none has been sent, and there is one that asks.
        while count.withLock({ $0 }) == 0 { await Task.yield() }
        gate.open()
        #expect(await failures > 0)
        #expect(stub.requests.count + (await failures) >= 100)
        _ = try await client.send(Self.endpoint)
    }

    @Test("A source that asks through its own client is told so, rather than waiting for itself")
    func reentrant() async throws {
        let holder = Mutex<Client?>(nil)
        let (client, stub) = client(
            .bearer { _ in
                let own = holder.withLock { $0 }
                _ = try await own?.send(Self.endpoint)
                return BearerToken("never")
            })
        holder.withLock { $0 = client }
        guard case .failure(.transport(let error)) = await client.call(Self.endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(stub.requests.isEmpty && "\(error) \(error.underlying.map { "\($0)" } ?? "")".contains("context.send"))
    }

    @Test("A task that a source began may use the client once the source is done")
    func inherited() async throws {
        let holder = Mutex<Client?>(nil)
        let later = Mutex<Task<HTTPStatus?, Never>?>(nil)
        let gate = Gate()
        let asks = Mutex(0)
        let server = server
        let (client, _) = client(
            .bearer { _ in
                guard
                    asks.withLock({
                        $0 += 1; return $0
                    }) == 1
                else { return BearerToken(server.renew()) }
                let own = holder.withLock { $0 }
                later.withLock {
                    $0 = Task {
                        await gate.pass()
                        return await own?.call(Self.endpoint).outcome().response?.status
                    }
                }
                return BearerToken("refused")
            })
        holder.withLock { $0 = client }
        // The first token is refused and the second not; then that is refused, and it is the task that asks for the third.
        #expect(await client.call(Self.endpoint).outcome().response?.status == 200)
        server.accepted.withLock { $0 = "another" }
        gate.open()
        let task = later.withLock { $0 }
        #expect(await task?.value == 200)
        #expect(asks.withLock { $0 } == 3)
    }

    @Test("Two clients whose sources ask through each other are told so, rather than waiting for ever")
    func reentrantByTwo() async throws {
        let clients = Mutex<[Client]>([])
        func source(_ other: Int) -> Authentication {
            .bearer { _ in
                let client = clients.withLock { $0[other] }
                return BearerToken(try await client.send(Self.endpoint).text)
            }
        }
        clients.withLock { $0 = [client(source(1)).0, client(source(0)).0] }
        let first = clients.withLock { $0[0] }
        guard case .failure(.transport(let error)) = await first.call(Self.endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(Printed.everything(of: error).contains("context.send"))
    }

    @Test("A newer token that has expired meanwhile is not taken: another one is asked for")
    func newerButExpired() async throws {
        let clock = clock
        let server = server
        let gate = Gate()
        let stub = StubTransport { request throws(TransportError) in
            if request.url.path == "/slow", request.fields[.authorization] == "Bearer token-1" { await gate.pass() }
            return server.answer(request)
        }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Authenticate(.bearer { BearerToken(server.renew(), expires: $0.date + 300) })
        }
        let slow = Task { await client.call(Endpoint { GET("http://a.example/slow") }).outcome() }
        await gate.waitForArrivals()
        clock.advance(by: .seconds(300))
        _ = try await client.send(Self.endpoint)
        clock.advance(by: .seconds(300))
        server.accepted.withLock { $0 = "none of these" }
        gate.open()
        #expect(await slow.value.response?.status == 200)
        #expect(server.renewals.withLock { $0 } == 3)
    }

    @Test("One retry only: a second 401 is delivered")
    func once() async {
        let (client, stub) = client(.bearer { _ in BearerToken("wrong") })
        let outcome = await client.call(Self.endpoint).outcome()
        #expect(outcome.response?.status == 401 && outcome.attempts.count == 2 && stub.requests.count == 2)
    }

    @Test("A token is renewed a while before it expires, and meanwhile the old one serves")
    func proactive() async throws {
        let gate = Gate()
        let asks = Mutex(0)
        let (client, stub) = client(
            .bearer(leeway: .seconds(30)) { context in
                if asks.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    return BearerToken("old", expires: context.date + 100)
                }
                await gate.pass()
                return BearerToken("new", expires: context.date + 100)
            })
        func tokens() -> [String?] { stub.requests.map { $0.fields[.authorization] } }
        server.accepted.withLock { $0 = "old" }
        _ = try await client.send(Self.endpoint)
        clock.advance(by: .seconds(69))
        _ = try await client.send(Self.endpoint)
        #expect(gate.arrivals == 0)
        clock.advance(by: .seconds(1))
        // The source is slow, and nobody waits for it; nor is it asked again.
        for _ in 1...3 { _ = try await client.send(Self.endpoint) }
        await gate.waitForArrivals()
        #expect(gate.arrivals == 1 && tokens() == Array(repeating: "Bearer old", count: 5))
        gate.open()
        server.accepted.withLock { $0 = "new" }
        // Refused, it takes the one that comes.
        _ = try await client.send(Self.endpoint)
        #expect(gate.arrivals == 1 && tokens().last == "Bearer new")
    }

    @Test("Where renewing ahead of time fails, the old token serves until it expires, and each call asks again")
    func renewalFails() async throws {
        let asked = Gate()
        let asks = Mutex(0)
        let (client, stub) = client(
            .bearer(leeway: .seconds(30)) { context in
                if asks.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    return BearerToken("token-1", expires: context.date + 100)
                }
                await asked.pass()
                throw Refused()
            })
        asked.open()
        func send() async -> HTTPStatus? { await client.call(Self.endpoint).outcome().response?.status }
        #expect(await send() == 200)
        clock.advance(by: .seconds(99))
        #expect(await send() == 200)
        await asked.waitForArrivals()
        #expect(await send() == 200)
        clock.advance(by: .seconds(1))
        #expect(await send() == nil)
        #expect(stub.requests.count == 3)
    }

    @Test("A token that lives for less than the leeway is not renewed for every call")
    func shortLived() async throws {
        let server = server
        let asked = Gate()
        asked.open()
        let (client, _) = client(
            .bearer(leeway: .seconds(30)) { context in
                defer { server.renewals.withLock { $0 += 1 } }
                await asked.pass()
                return BearerToken("token-1", expires: context.date + 20)
            })
        for _ in 0..<5 { _ = try await client.send(Self.endpoint) }
        #expect(server.renewals.withLock { $0 } == 1)
        clock.advance(by: .seconds(10))
        _ = try await client.send(Self.endpoint)
        await asked.waitForArrivals(2)
        #expect(asked.arrivals == 2)
    }

    @Test("A source that says that it was cancelled fails, and the calls that wait are not cancelled")
    func cancelledSource() async throws {
        for error in [CancellationError(), TransportError(.cancelled)] as [any Error] {
            let (client, _) = client(.bearer { _ in throw error })
            let outcome = await client.call(Self.endpoint).outcome()
            guard case .failure(.transport(let failure)) = outcome.result else {
                Issue.record("\(outcome.result)")
                continue
            }
            #expect(failure.kind == .plugin && !outcome.isCancelled)
        }
    }

    @Test("A deadline that ends while a call waits for a token is a timeout to every plugin")
    func deadline() async throws {
        let gate = Gate()
        let seen = Lines()
        let (client, _) = client(
            .bearer { _ in
                await gate.pass()
                return BearerToken("late")
            }
        ) {
            Intercept { request, _, next in
                do {
                    return try await next(request)
                } catch {
                    seen.append("\((error as? TransportError)?.kind.rawValue ?? "\(error)")")
                    throw error
                }
            }
        }
        let endpoint = Endpoint {
            GET("http://a.example/x"); Timeout(.seconds(5))
        }
        let call = Task { await client.call(endpoint).outcome() }
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        guard case .failure(.transport(let failure)) = await call.value.result else {
            Issue.record("\(await call.value.result)")
            return
        }
        #expect(failure.kind == .timeout && seen.all == ["timed out"])
        gate.open()
    }

    @Test("A token that can't be sent is a problem of the plan, or the source's failure")
    func unsendable() async throws {
        let held = client(.bearer(BearerToken("t0k3n\n")) { _ in BearerToken("x") }).0.plan(for: Self.endpoint)
        #expect(held.problems.count == 1 && !held.description.contains("t0k3n"))
        for text in ["", " ", "t0k3n ", "\tt0k3n"] {
            #expect(
                client(.bearer(BearerToken(text)) { _ in BearerToken("x") }).0.plan(for: Self.endpoint).problems.count
                    == 1)
        }
        let (client, stub) = client(.bearer { _ in BearerToken("t0k3n\n") })
        guard case .failure(.transport(let failure)) = await client.call(Self.endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(failure.kind == .plugin && failure.detail.contains("what no field may") && stub.requests.isEmpty)
    }

    @Test("Who cancels while waiting gets the cancellation; the others get the token")
    func cancelled() async throws {
        let server = server
        let gate = Gate()
        let (client, _) = client(
            .bearer { _ in
                await gate.pass()
                return BearerToken(server.renew())
            })
        let first = Task { await client.call(Self.endpoint).outcome() }
        await gate.waitForArrivals()
        let second = Task { await client.call(Self.endpoint).outcome() }
        first.cancel()
        #expect(await first.value.isCancelled)
        #expect(gate.cancelled == 0)
        gate.open()
        #expect(await second.value.response?.status == 200)
        #expect(server.renewals.withLock { $0 } == 1)
    }

    @Test("When all who wait have gone, the token still comes, and the next call has it")
    func abandoned() async throws {
        let server = server
        let gate = Gate()
        let (client, _) = client(
            .bearer { _ in
                await gate.pass()
                return BearerToken(server.renew())
            })
        let calls = (0..<5).map { _ in Task { await client.call(Self.endpoint).outcome() } }
        await gate.waitForArrivals()
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value.isCancelled) }
        #expect(gate.cancelled == 0)
        gate.open()
        #expect(try await client.send(Self.endpoint).status == 200)
        #expect(server.renewals.withLock { $0 } == 1)
    }

    @Test("A 401 that is streamed though nobody asked is read before credentials are waited for, and delivered whole")
    func streamed() async throws {
        let lines = Lines()
        let stub = StubTransport { request throws(TransportError) in
            let chunks = Mutex([Data("no".utf8), Data("pe".utf8)][...])
            let stream = ByteStream {
                {
                    let chunk = chunks.withLock { $0.popFirst() }
                    if chunk == nil { lines.append("read") }
                    return chunk
                }
            }
            return HTTPResponse(status: 401, body: HTTPBody(stream))
        }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Authenticate(
                .bearer(BearerToken("old")) { _ in
                    lines.append("renew")
                    return BearerToken("new")
                })
        }
        let outcome = await client.call(Self.endpoint).outcome()
        #expect(lines.all == ["read", "renew", "read"])
        #expect(outcome.response?.text == "nope")
    }

    @Test("What a source sends passes no plugin, and takes no part in the call's history")
    func bypass() async throws {
        let server = server
        let lines = Lines()
        let authentication: Authentication = .bearer { context in
            let url = try #require(RequestURL("http://id.example/token"))
            let response = try await context.send(
                HTTPRequest(method: .post, url: url, body: HTTPBody("x", secret: true)))
            #expect(response.status == 401)
            return BearerToken(server.renew())
        }
        let (client, stub) = client(authentication) { Mark<A>("outer", lines) }
        let outcome = await client.call(Self.endpoint).outcome()
        #expect(outcome.response?.status == 200 && outcome.attempts.count == 1)
        #expect(stub.requests.map(\.url.host) == ["id.example", "a.example"])
        #expect(lines.all == ["outer>1", "<outer"])
    }

    @Test("A source that hangs is given up after 30 seconds")
    func hangs() async throws {
        let gate = Gate()
        let stub = StubTransport { request throws(TransportError) in
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Authenticate(.oauth2("http://id.example/token", clientID: "app", clientSecret: "s3cr3t"))
        }
        let task = Task { await client.call(Self.endpoint).outcome() }
        await gate.waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        guard case .failure(.transport(let error)) = await task.value.result else {
            Issue.record("no timeout")
            return
        }
        #expect(error.kind == .timeout && error.detail.contains("http://id.example/token"))
    }

    @Test("Credentials stay with the origin of the call, inside and outside of redirects", arguments: [true, false])
    func redirects(isInside: Bool) async throws {
        let stub = StubTransport { request throws(TransportError) in
            switch request.url.path {
            case "/away": HTTPResponse(status: 302, fields: [.location: "http://b.example/"])
            case "/near": HTTPResponse(status: 302, fields: [.location: "/x"])
            default: HTTPResponse(status: request.url.host == "b.example" ? 401 : 200)
            }
        }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            if isInside { FollowRedirects() }
            Authenticate(.bearer { _ in BearerToken("t") })
        }
        _ = await client.call(Endpoint { GET("/away") }).outcome()
        #expect(stub.requests.map { $0.fields[.authorization] } == ["Bearer t", nil])
        _ = await client.call(Endpoint { GET("/near") }).outcome()
        #expect(stub.requests[2...].map { $0.fields[.authorization] } == ["Bearer t", "Bearer t"])
    }

    @Test("An origin that is named is the only one, and what an endpoint declares stays")
    func namedOrigin() async throws {
        let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 401) }
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Authenticate(.basic("u", "p"), origin: "http://a.example/some/path")
        }
        _ = await client.call(Endpoint { GET("/x") }).outcome()
        _ = await client.call(Endpoint { GET("http://b.example/x") }).outcome()
        _ = await client.call(
            Endpoint {
                GET("/x"); Bearer("mine")
            }
        ).outcome()
        #expect(stub.requests.map { $0.fields[.authorization] } == ["Basic dTpw", nil, "Bearer mine"])
    }

    @Test("A body that can't be sent again is sent once")
    func notReplayable() async {
        let (client, stub) = client(.bearer(BearerToken("old")) { _ in BearerToken("new") })
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("x".utf8))
            continuation.finish()
        }
        let outcome = await client.call(
            Endpoint {
                POST("/x"); Body(stream: ByteStream(chunks), type: .octetStream)
            }
        ).outcome()
        #expect(outcome.response?.status == 401 && stub.requests.count == 1)
    }

    @Test("The plan shows who asks without the secret, and settings that can't be")
    func plan() {
        func plan(_ plugins: () -> [any Plugin]) -> RequestPlan {
            let plugins = plugins()
            return Client(transport: StubTransport([:])) { plugins }.plan(for: Self.endpoint)
        }
        let basic = plan { [Authenticate(.basic("u", "s3cr3t"))] }
        #expect(basic.changes.map(\.description) == ["Authorization: Basic <redacted> (authenticate with basic)"])
        let oauth = plan { [Authenticate(.oauth2("http://id.example/token", clientID: "a", clientSecret: "s3cr3t"))] }
        #expect(oauth.plugins.first == "authenticate with oauth2 (client credentials)")
        #expect(oauth.changes.first?.effective == "Bearer <redacted>" && !oauth.description.contains("s3cr3t"))
        #expect(plan { [Authenticate(.basic("a:b", "c"))] }.problems.count == 1)
        #expect(plan { [Authenticate(.oauth2("id.example", clientID: "a"))] }.problems.count == 1)
        #expect(plan { [Authenticate(.basic("a", "b"), origin: "x")] }.problems.count == 1)
        #expect(plan { [Authenticate(.basic("a", "b")), Authenticate(.digest("a", "b"))] }.problems.count == 1)
        let two = [
            Authenticate(.basic("a", "b"), origin: "http://a.example"),
            Authenticate(.basic("c", "d"), origin: "http://b.example"),
        ]
        #expect(plan { two }.problems.isEmpty)
        let digest = plan { [Authenticate(.digest("u", "p"))] }
        #expect(digest.plugins == ["follow redirects, at most 20", "authenticate with digest"])
        #expect(digest.changes.first?.effective == "Digest <once a server asks for it>" && digest.problems.isEmpty)
        for url in ["id.example/t?key=s3cr3t", "ftp://u:s3cr3t@id.example/#s3cr3t"] {
            let plan = plan {
                [Authenticate(.oauth2(url, clientID: "a"), origin: url), Authenticate(.basic("a", "b"), origin: url)]
            }
            #expect(plan.problems.count > 2 && !plan.description.contains("s3cr3t"))
        }
        #expect(plan { [Authenticate(.digest("u", "p")), FollowRedirects()] }.problems.count == 1)
        #expect(plan { [Authenticate(.basic("u", "p")), FollowRedirects()] }.problems.isEmpty)
        #expect(plan { [Authenticate(.digest("u", "p")), FollowRedirects(limit: 0)] }.problems.isEmpty)
        #expect(plan { [two[1]] }.changes.isEmpty && plan { [two[0]] }.changes.count == 1)
    }

    @Test("Nothing that holds a secret shows it", arguments: [0, 1, 2, 3])
    func secrecy(index: Int) {
        let plugins = [
            Authenticate(.basic("u", "s3cr3t")), Authenticate(.digest("u", "s3cr3t")),
            Authenticate(.bearer(BearerToken("s3cr3t")) { _ in BearerToken("s3cr3t") }),
            Authenticate(
                .oauth2("http://a.example/", clientID: "a", clientSecret: "s3cr3t", grant: .refreshToken("s3cr3t"))),
        ]
        var dumped = ""
        dump(plugins[index], to: &dumped)
        dump(Client(transport: StubTransport([:])) { plugins[index] }, to: &dumped)
        dump(OAuth2Grant.refreshToken("s3cr3t"), to: &dumped)
        dump(BearerToken("s3cr3t"), to: &dumped)
        dump(Credentials("Bearer s3cr3t"), to: &dumped)
        #expect(!dumped.contains("s3cr3t") && !"\(plugins[index])".contains("s3cr3t"))
    }
}
