import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

/// A plugin with a place, an opinion, and something to add, whatever the test gives it.
private struct Placed<Tag>: Plugin {
    let summary: String
    var place: PluginPlace?
    var added: @Sendable (inout RequestPlan) -> Void = { _ in }
    var opinion: @Sendable (_ outside: [String], _ inside: [String]) -> [PlanProblem] = { _, _ in [] }

    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }

    func preview(in plan: inout RequestPlan) { added(&plan) }

    func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        opinion(outside.map(\.summary), inside.map(\.summary))
    }
}

@Suite struct PluginPlaceTests {
    private let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }
    private static let follow = "follow redirects, at most 20"

    @Test(
        "A plugin that joins stands innermost, but outside of those whose place is further in",
        arguments: [
            (PluginPlace?.none, ["retry", "mine", follow, "hop"]), (.call, ["mine", "retry", follow, "hop"]),
            (.retry, ["retry", "mine", follow, "hop"]), (.attempt, ["retry", "mine", follow, "hop"]),
            (.hop, ["retry", follow, "hop", "mine"]),
        ])
    func joining(place: PluginPlace?, order: [String]) {
        let client = Client("http://a.example", transport: stub) {
            Placed<A>(summary: "retry", place: .retry)
            Placed<B>(summary: "hop", place: .hop)
        }
        let endpoint = Endpoint {
            GET("/x"); Use(Placed<C>(summary: "mine", place: place))
        }
        #expect(client.plan(for: endpoint).plugins == order)
    }

    @Test("Redirects that nobody listed go inside of calls and attempts, and outside of the hops after them")
    func defaultRedirects() {
        func plugins(_ places: PluginPlace?...) -> [String] {
            let listed = places.map { Placed<A>(summary: $0.map { "\($0)" } ?? "any", place: $0) }
            return Client(transport: stub) { for plugin in listed { plugin } }
                .plan(for: Endpoint { GET("http://a.example/") }).plugins
        }
        #expect(plugins() == [Self.follow])
        #expect(plugins(.hop, .retry) == ["hop", "retry", Self.follow])
        #expect(plugins(.hop, .call, .hop) == ["hop", "call", Self.follow, "hop"])
        #expect(plugins(nil, .attempt, nil, .hop, nil) == ["any", "attempt", "any", Self.follow, "hop", "any"])
    }

    @Test("Who joins with another place than the one of its type gets a place of its own")
    func otherPlace() {
        let client = Client("http://a.example", transport: stub) {
            Placed<A>(summary: "mine", place: .attempt)
            Placed<B>(summary: "hop", place: .hop)
        }
        let endpoint = Endpoint {
            GET("/x"); Use(Placed<A>(summary: "other", place: .hop))
        }
        #expect(client.plan(for: endpoint).plugins == [Self.follow, "hop", "other"])
    }

    @Test("What sees each hop is told which plugin to stand after")
    func outsideOfHops() {
        func problems(@PluginBuilder _ plugins: () -> [any Plugin]) -> [String] {
            let plugins = plugins()
            return Client("http://a.example", transport: stub) { plugins }
                .plan(for: Endpoint { GET("/x") }).problems.map(\.reason)
        }
        let cookies = problems {
            Cookies(); Retry()
        }
        #expect(cookies == ["it stands outside of redirects, so that it misses what they set: list it after Retry"])
        let digest = problems {
            Authenticate(.digest("a", "b")); FollowRedirects()
        }
        #expect(digest.count == 1 && digest[0].hasSuffix("list it after FollowRedirects"))
        #expect(
            problems {
                Trace(); FollowRedirects()
            }.count == 1)
        #expect(
            problems {
                Trace(); Retry()
            }.count == 1)
        #expect(
            problems {
                Retry(); Cookies(); Trace(); Authenticate(.digest("a", "b"))
            }.isEmpty)
        #expect(
            problems {
                Cookies(); FollowRedirects(limit: 0)
            }.isEmpty)
        #expect(
            problems {
                Cookies(); OnFailure { _ in }; OnSuccess { _ in }; UserAgent("a")
            }.isEmpty)
    }

    @Test("Redirects that are listed keep their place, and what belongs to an attempt joins outside of them")
    func listedRedirects() {
        let client = Client("http://a.example", transport: stub) {
            FollowRedirects()
            Placed<B>(summary: "any")
        }
        let endpoint = Endpoint {
            GET("/x"); Use(Placed<C>(summary: "mine", place: .attempt))
        }
        #expect(client.plan(for: endpoint).plugins == ["mine", Self.follow, "any"])
    }

    @Test("What plugins add stands in the plan beside what was declared, each after those outside of it")
    func changes() throws {
        let client = Client("http://a.example", transport: stub) {
            Placed<A>(
                summary: "outer",
                added: { plan in
                    plan.declare(PlanField(.userAgent, .text("app/1")))
                    plan.declare(PlanField(.accept, .text("text/html"), mode: .replace))
                    plan.query.append(Parameter("lang", .text("en")))
                    plan.timeout = plan.timeout ?? .seconds(10)
                })
            Placed<B>(
                summary: "inner",
                added: { plan in
                    plan.declare(PlanField(.userAgent, .text("lib/2"), mode: .replace))
                    plan.declare(PlanField(.authorization, .secret(Secret("Bearer s3cr3t"))))
                    plan.query.removeAll { $0.name == "debug" }
                })
        }
        let endpoint = Endpoint {
            GET("/x"); Query("debug", "1"); Decode([Int].self)
        }
        let plan = client.plan(for: endpoint)
        #expect(
            plan.changes.map(\.description) == [
                "Accept: application/json becomes text/html (outer)", "User-Agent: app/1 (outer)",
                "query lang = en (outer)",
                "timeout 10 s (outer)", "User-Agent: app/1 becomes lib/2 (inner)",
                "Authorization: Bearer <redacted> (inner)", "query debug = 1 is taken away (inner)",
            ])
        #expect(plan.description.contains("changes\n  Accept: application/json becomes text/html (outer)\n"))
        #expect(!plan.fields.contains { $0.name == .userAgent } && plan.timeout == nil)
        let read = try JSONDecoder().decode(RequestPlan.self, from: JSONEncoder().encode(plan))
        #expect(read == plan)
        #expect(stub.requests.isEmpty)
    }

    @Test("An endpoint's own plugins show what they add before a client has seen it")
    func ownChanges() {
        let added: @Sendable (inout RequestPlan) -> Void = { $0.declare(PlanField("X-A", .text("1"))) }
        let endpoint = Endpoint {
            GET("/x"); Use(Placed<A>(summary: "mine", added: added)); Without(FollowRedirects.self)
        }
        #expect(endpoint.plan.changes.map(\.description) == ["X-A: 1 (mine)"])
    }

    @Test("What is wrong with an order is a problem of the plan, and nothing is sent")
    func problems() async {
        let client = Client("http://a.example", transport: stub) {
            Placed<A>(
                summary: "a",
                opinion: { outside, inside in
                    [PlanProblem(.plugin, name: "a", reason: "outside \(outside), inside \(inside)")]
                })
            Placed<B>(summary: "b")
        }
        let endpoint = Endpoint { GET("/x") }
        let words = "plugin 'a': outside [], inside [\"b\", \"\(Self.follow)\"]"
        #expect(client.plan(for: endpoint).problems.map(\.description) == [words])
        #expect(client.plan(for: endpoint).description.contains("problems\n  \(words)\n"))
        guard case .failure(.invalid(let error)) = await client.call(endpoint).result else {
            Issue.record("it was sent")
            return
        }
        #expect(error.description == words)
        #expect(stub.requests.isEmpty)
        let mended = Endpoint {
            GET("/x"); Without(Placed<A>.self)
        }
        #expect(client.plan(for: mended).problems.isEmpty)
        #expect((try? await client.call(mended).result.get()) != nil)
    }

    @Test("Redirects listed twice are a problem")
    func twice() {
        let client = Client("http://a.example", transport: stub) {
            FollowRedirects(); FollowRedirects(limit: 1)
        }
        let problems = client.plan(for: Endpoint { GET("/x") }).problems.map(\.description)
        #expect(problems == ["plugin 'FollowRedirects': it is there twice: list it once"])
    }
}
