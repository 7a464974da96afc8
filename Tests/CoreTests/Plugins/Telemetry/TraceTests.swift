import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite struct TraceTests {
    private static let parent = TraceContext(
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "a=1,b=2")
    private static let endpoint = Endpoint { GET("http://a.example/x") }
    /// Redirects, fails, and goes well.
    private let stub = StubTransport { request throws(TransportError) in
        switch request.url.path {
        case "/x": HTTPResponse(status: 302, fields: [.location: "/y"])
        default: HTTPResponse(status: 503)
        }
    }

    private var sent: [TraceContext] {
        stub.requests.compactMap { request in
            TraceContext(
                traceparent: request.fields[.traceparent] ?? "", tracestate: request.fields[.tracestate])
        }
    }

    private let retry = Retry(.idempotent, upTo: 1, .exponential(from: .zero, to: .zero))

    @Test("The requests of one call share the trace, and each has a span of its own; two calls share nothing")
    func spans() async {
        let client = Client(transport: stub, clock: ManualClock()) {
            retry
            Trace(randomness: .seeded(1))
        }
        _ = await client.call(Self.endpoint).result
        #expect(stub.requests.map(\.url.path) == ["/x", "/y", "/x", "/y"])
        #expect(sent.count == 4 && Set(sent.map(\.traceID)).count == 1 && Set(sent.map(\.spanID)).count == 4)
        #expect(sent.allSatisfy { $0.isSampled && $0.isRandom && $0.state == nil })
        _ = await client.call(Self.endpoint).result
        #expect(Set(sent.map(\.traceID)).count == 2 && Set(sent.map(\.spanID)).count == 8)
    }

    @Test("A call joins its parent's trace with its flags and its state, but not with its span")
    func parents() async {
        let asked = Lines()
        let client = Client(transport: stub, clock: ManualClock()) {
            retry
            Trace(sampled: false) {
                asked.append("")
                return Self.parent
            }
        }
        _ = await client.call(Self.endpoint).result
        #expect(sent.allSatisfy { $0.traceID == Self.parent?.traceID && $0.isSampled && $0.state == "a=1,b=2" })
        #expect(!sent.contains { $0.spanID == Self.parent?.spanID } && Set(sent.map(\.spanID)).count == 4)
        #expect(asked.all.count == 1)
    }

    @Test("Other plugins find the context of the request; IDs are never zero; a trace may ask not to be recorded")
    func context() async {
        let lines = Lines()
        let client = Client(transport: stub, clock: ManualClock()) {
            Intercept { request, exchange, next in
                #expect(exchange[TraceContext.Current.self] == nil)
                let response = try await next(request)
                lines.append(exchange[TraceContext.Current.self]?.traceparent ?? "")
                return response
            }
            FollowRedirects(limit: 0)
            Trace(sampled: false, randomness: Randomness { 0 }) { nil }
        }
        _ = await client.call(Self.endpoint).result
        #expect(lines.all == ["00-00000000000000000000000000000001-0000000000000001-02"])
        #expect(sent.map(\.traceparent) == lines.all)
    }

    @Test("A declared one stays, a state without a parent is not sent, and the plan shows what is added")
    func declared() async {
        let client = Client(transport: stub) { Trace() }
        let own = Endpoint {
            GET("http://a.example/z"); Header("traceparent", "mine"); Header("tracestate", "x=1")
        }
        let stray = Endpoint {
            GET("http://a.example/z"); Header("tracestate", "x=1")
        }
        _ = await client.call(own).result
        _ = await client.call(stray).result
        #expect(stub.requests.map { $0.fields[.tracestate] } == ["x=1", nil])
        #expect(stub.requests.first?.fields[.traceparent] == "mine")
        #expect(client.plan(for: own).changes.isEmpty)
        #expect(
            client.plan(for: Self.endpoint).changes.map(\.description) == [
                "traceparent: 00-<a new trace>-<a new span>-<flags> (trace)"
            ])
        let joining = Client(transport: stub) { Trace { Self.parent } }
        #expect(joining.plan(for: Self.endpoint).changes.map(\.name) == ["traceparent", "tracestate"])
    }

    @Test("Outside of a retry it is a problem, and twice; an endpoint's own joins as the innermost")
    func problems() {
        let client = Client(transport: stub) {
            Trace(); retry; Trace()
        }
        #expect(
            client.plan(for: Self.endpoint).problems.map(\.description) == [
                "plugin 'Trace': it stands outside of what repeats requests, so that attempts share a span: list it after",
                "plugin 'Trace': it is there twice: list it once",
            ])
        let joined = Client(transport: stub) { retry }.plan(
            for: Endpoint {
                GET("http://a.example/x"); Use(Trace())
            })
        #expect(joined.plugins.last == "trace" && joined.problems.isEmpty)
    }
}
