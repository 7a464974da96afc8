import ApusCore
import ApusDSL
import ApusTesting
import TestSupport
import Testing

@Suite struct PluginOrderTests {
    private let lines = Lines()
    private let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }

    private func client() -> Client {
        Client("http://a.example", transport: stub) {
            Mark<A>("a", lines)
            Mark<B>("b", lines)
        }
    }

    @Test("Plugins are entered outermost first and left in reverse, and the plan lists them so")
    func order() async throws {
        let endpoint = Endpoint {
            GET("/x"); Use(Mark<C>("c", lines))
        }
        _ = try await client().send(endpoint)
        #expect(lines.all == ["a>1", "b>1", "c>1", "<c", "<b", "<a"])
        #expect(client().plan(for: endpoint).plugins == ["a", "b", "c", "follow redirects, at most 20"])
        #expect(endpoint.plan.plugins == ["c"])
    }

    @Test("An endpoint's plugin takes the place of the client's of its type")
    func replace() {
        let endpoint = Endpoint {
            GET("/x"); Use(Mark<A>("mine", lines)); Use(FollowRedirects(limit: 1))
        }
        #expect(client().plan(for: endpoint).plugins == ["mine", "b", "follow redirects, at most 1"])
    }

    @Test("A group's change comes before its endpoint's, and an inner group's between them")
    func group() {
        let group = EndpointGroup {
            Use(Mark<C>("group", lines)); Without(Mark<B>.self)
        }
        let inner = group.group { Use(Mark<A>("inner", lines)) }
        let plain = group { GET("/x") }
        let own = inner {
            GET("/x"); Use(Mark<C>("own", lines))
        }
        let without = inner {
            GET("/x"); Without(Mark<C>.self); Use(Mark<B>("b again", lines))
        }
        let follow = "follow redirects, at most 20"
        #expect(client().plan(for: plain).plugins == ["a", "group", follow])
        #expect(client().plan(for: own).plugins == ["inner", "own", follow])
        #expect(client().plan(for: without).plugins == ["inner", "b again", follow])
    }

    @Test("Redirects that are listed have an endpoint's plugin inside of them, default ones outside")
    func redirectsListed() {
        let listed = Client("http://a.example", transport: stub) { FollowRedirects(limit: 2) }
        let endpoint = Endpoint {
            GET("/x"); Use(Mark<C>("c", lines))
        }
        #expect(listed.plan(for: endpoint).plugins == ["follow redirects, at most 2", "c"])
    }

    @Test(
        "Redirects that an endpoint limits stay inside of what others add, in whatever order, so that no key follows them"
    )
    func redirectsLimited() async throws {
        let stub = StubTransport { request throws(TransportError) in
            guard request.url.host == "a.example" else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 302, fields: ["Location": "http://b.example/"])
        }
        let addKey = Intercept { request, _, next in
            var request = request
            request.fields.append(HTTPField("X-Key", "k3y", secret: true))
            return try await next(request)
        }
        let limit = FollowRedirects(limit: 5)
        let endpoints = [
            Endpoint {
                GET("http://a.example/x"); Use(limit); Use(addKey)
            },
            Endpoint {
                GET("http://a.example/x"); Use(addKey); Use(limit)
            },
        ]
        for endpoint in endpoints {
            _ = try await Client(transport: stub).send(endpoint)
            #expect(stub.requests.suffix(2).map { $0.fields["X-Key"] } == ["k3y", nil])
        }
    }

    @Test("Without takes away every plugin of a type, the default one too, and nothing where there is none")
    func without() async throws {
        let twice = Client("http://a.example", transport: stub) {
            Mark<A>("a1", lines)
            Mark<B>("b", lines)
            Mark<A>("a2", lines)
        }
        let endpoint = Endpoint {
            GET("/x"); Without(Mark<A>.self); Without(FollowRedirects.self); Without(Mark<C>.self)
        }
        #expect(twice.plan(for: endpoint).plugins == ["b"])
        #expect(endpoint.plan.plugins == ["without Mark<A>", "without FollowRedirects", "without Mark<C>"])
        _ = try await twice.send(endpoint)
        #expect(lines.all == ["b>1", "<b"])
    }

    @Test("A client that lists FollowRedirects has it in its place, and only once")
    func redirects() {
        let client = Client(transport: stub) {
            FollowRedirects(limit: 0)
            if true { Mark<A>("a", lines) }
            for name in ["b1", "b2"] { Mark<B>(name, lines) }
        }
        #expect(client.plan(for: Endpoint { GET("/x") }).plugins == ["follow no redirects", "a", "b1", "b2"])
    }

    @Test("A plugin may change the request and the response")
    func change() async throws {
        let plugin = Intercept { request, _, next in
            var request = request
            request.fields[.userAgent] = "me"
            var response = try await next(request)
            response.status = 299
            return response
        }
        let response: HTTPResponse = try await Client("http://a.example", transport: stub) { plugin }
            .send(Endpoint { GET("/x") })
        #expect(response.status.code == 299)
        #expect(stub.requests.map { $0.fields[.userAgent] } == ["me"])
    }

    @Test("A plugin may answer by itself: nothing is sent")
    func answer() async throws {
        let plugin = Intercept { _, _, _ in HTTPResponse(status: 200, body: HTTPBody("cached")) }
        let client = Client("http://a.example", transport: stub) {
            plugin; Mark<A>("a", lines)
        }
        let reply = try await client.call(
            Endpoint {
                GET("/x"); DecodeText()
            }
        ).reply
        #expect(reply.value == "cached")
        #expect(reply.attempts.isEmpty && stub.requests.isEmpty && lines.all.isEmpty)
    }

    @Test("A plugin may send twice: those inside see the attempt, those outside see one call")
    func again() async throws {
        let plugin = Intercept { request, _, next in
            _ = try await next(request)
            return try await next(request, attempt: 2)
        }
        let client = Client("http://a.example", transport: stub) {
            Mark<A>("out", lines); plugin; Mark<B>("in", lines)
        }
        let outcome = await client.call(Endpoint { GET("/x") }).outcome()
        #expect(lines.all == ["out>1", "in>1", "<in", "in>2", "<in", "<out"])
        #expect(outcome.attempts.map(\.number) == [1, 2])
        #expect(stub.requests.count == 2)
    }
}
