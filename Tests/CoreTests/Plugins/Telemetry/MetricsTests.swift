import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Testing

@Suite struct MetricsTests {
    private let clock = ManualClock()

    /// A client whose server answers `/users/404` by 404, and takes as many milliseconds as the status.
    private func client(_ plugins: any Plugin...) -> Client {
        let clock = clock
        return Client(
            "http://a.example",
            transport: StubTransport { request throws(TransportError) in
                let code = Int(request.url.path.split(separator: "/").last ?? "") ?? 200
                clock.advance(by: .milliseconds(code))
                if code == 0 { throw TransportError(.timeout) }
                if code == 1 { throw TransportError(.cancelled) }
                return HTTPResponse(status: HTTPStatus(code))
            }, clock: clock
        ) { plugins }
    }

    private static func user(_ id: Int, name: String? = nil) -> Endpoint<HTTPResponse, EndpointError<Never>> {
        let endpoint = Endpoint {
            GET("/users/\("id", id)?secret=1")
            if let name { Name(name) }
        }
        return endpoint
    }

    @Test("Calls are counted by name, or by path template, and by status or kind of failure")
    func series() async {
        let metrics = Metrics(buckets: [0.5, 0.25])
        let client = client(metrics)
        for id in [200, 200, 404, 0, 1] { _ = await client.call(Self.user(id)).result }
        let copy = metrics
        _ = await self.client(copy).call(Self.user(503, name: "user.show")).result
        let series = metrics.snapshot
        #expect(
            series.map { "\($0.endpoint) \($0.status) \($0.count) \($0.errors) \($0.totalTime)" } == [
                "GET /users/{id} 200 2 0 0.4 seconds", "GET /users/{id} 404 1 1 0.404 seconds",
                "GET /users/{id} cancelled 1 0 0.001 seconds", "GET /users/{id} timed out 1 1 0.0 seconds",
                "user.show 503 1 1 0.503 seconds",
            ])
        #expect(series.map { $0.buckets.map(\.count) } == [[2, 2, 2], [0, 1, 1], [1, 1, 1], [1, 1, 1], [0, 0, 1]])
        #expect(series.first?.buckets.map(\.upperBound) == [0.25, 0.5, .infinity])
    }

    @Test("The text is Prometheus's: families, escaped labels, cumulative buckets in seconds, a stable order")
    func text() async {
        let metrics = Metrics(buckets: [0.25, 1], prefix: "app")
        let client = client(metrics)
        _ = await client.call(Self.user(200, name: "b")).result
        _ = await client.call(Self.user(503, name: "a\"\\\n")).result
        #expect(
            metrics.prometheusText == #"""
                # HELP app_calls_total Calls that ended, by endpoint and status.
                # TYPE app_calls_total counter
                app_calls_total{endpoint="a\"\\\n",status="503"} 1
                app_calls_total{endpoint="b",status="200"} 1
                # HELP app_call_errors_total Calls without a response, or with one of 400 or more.
                # TYPE app_call_errors_total counter
                app_call_errors_total{endpoint="a\"\\\n",status="503"} 1
                app_call_errors_total{endpoint="b",status="200"} 0
                # HELP app_call_duration_seconds How long calls took, retries and redirects included.
                # TYPE app_call_duration_seconds histogram
                app_call_duration_seconds_bucket{endpoint="a\"\\\n",status="503",le="0.25"} 0
                app_call_duration_seconds_bucket{endpoint="a\"\\\n",status="503",le="1"} 1
                app_call_duration_seconds_bucket{endpoint="a\"\\\n",status="503",le="+Inf"} 1
                app_call_duration_seconds_sum{endpoint="a\"\\\n",status="503"} 0.503
                app_call_duration_seconds_count{endpoint="a\"\\\n",status="503"} 1
                app_call_duration_seconds_bucket{endpoint="b",status="200",le="0.25"} 1
                app_call_duration_seconds_bucket{endpoint="b",status="200",le="1"} 1
                app_call_duration_seconds_bucket{endpoint="b",status="200",le="+Inf"} 1
                app_call_duration_seconds_sum{endpoint="b",status="200"} 0.2
                app_call_duration_seconds_count{endpoint="b",status="200"} 1

                """#)
    }

    @Test("What comes beyond the limit goes by `other`, and what was there before is still counted")
    func limit() async {
        let metrics = Metrics(seriesLimit: 2)
        let client = client(metrics)
        for name in ["a", "b", "c", "d", "a"] { _ = await client.call(Self.user(200, name: name)).result }
        #expect(
            metrics.snapshot.map { "\($0.endpoint) \($0.status) \($0.count)" } == [
                "a 200 2", "b 200 1", "other other 2",
            ])
    }

    @Test(
        "Settings that mean nothing are problems, and trap nowhere",
        arguments: [
            (Metrics(buckets: []), 1), (Metrics(buckets: [.nan, .infinity, -1, 0]), 1), (Metrics(buckets: [1, 1]), 1),
            (Metrics(seriesLimit: 0), 1), (Metrics(prefix: "1a"), 1), (Metrics(prefix: ""), 1),
            (Metrics(prefix: "a-b"), 1),
            (Metrics(buckets: [3, 1], seriesLimit: 1, prefix: "a:b_1"), 0), (Metrics(), 0),
        ])
    func settings(metrics: Metrics, count: Int) async throws {
        #expect(client(metrics).plan(for: Self.user(1)).problems.count == count)
        _ = try await metrics.intercept(through: client())
        #expect(metrics.snapshot.count == 1)
    }

    @Test("A value twice, or inside of a retry, is a problem; two values are right; printing one ends no process")
    func problems() {
        let metrics = Metrics()
        #expect(client(metrics, metrics).plan(for: Self.user(1)).problems.count == 1)
        #expect(client(Retry(), metrics).plan(for: Self.user(1)).problems.count == 1)
        #expect(client(Metrics(), Retry(), Log { _ in }).plan(for: Self.user(1)).problems.isEmpty)
        #expect(client(metrics, Metrics()).plan(for: Self.user(1)).problems.isEmpty)
        #expect(Printed.everything(of: metrics).contains("metrics"))
    }

    @Test("Calls at once are all counted")
    func atOnce() async {
        let metrics = Metrics()
        let client = client(metrics)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<1000 { group.addTask { _ = await client.call(Self.user(200 + index % 3)).result } }
        }
        #expect(metrics.snapshot.map(\.count).reduce(0, +) == 1000)
    }
}

extension Metrics {
    /// Runs a call through the plugin whatever its problems are, which would keep one listed from being sent.
    fileprivate func intercept(through client: Client) async throws -> HTTPResponse {
        let metrics = self
        let endpoint = Endpoint {
            GET("/200"); Name("x")
            Use(Intercept { request, exchange, next in try await metrics.intercept(request, exchange, next: next) })
        }
        return try await client.send(endpoint)
    }
}
