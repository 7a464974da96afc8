import Apus
import Dispatch

/// A server that is hard to use, and a client whose plugins make it easy: who am I, try again, tell me.
struct PluginsScenario: Scenario {
    static let name = "plugins"
    static let argument = ""
    static let summary = "a flaky, rate-limited, token-protected server, and what plugins make of it"

    private let client: Client
    private let metrics = Metrics()
    private let log: ServerLog?
    private let report: Endpoint<String, EndpointError<AccountError>>
    private let order: Endpoint<Int, EndpointError<AccountError>>
    private let broken: Endpoint<String, EndpointError<AccountError>>

    init(argument: String?, servers: Servers) {
        log = servers.log
        let queue = DispatchQueue(label: "demo.activity")
        client = Client(servers.base) { [metrics] in
            Activity(on: queue, after: .milliseconds(100)) { print($0 ? "activity: begins" : "activity: ends") }
            metrics
            OnFailure { failure in
                print(
                    "on failure: \(failure.name ?? "?"): \(failure.model(AccountError.self)?.error ?? "\(failure.error)")"
                )
            }
            Defaults(fields: ["Accept-Language": "en"], timeout: .seconds(30))
            UserAgent("Demo", version: "1.0")
            Idempotency()
            Retry(.idempotent.or(.status(429, 503)), upTo: 4, .exponential(from: .milliseconds(100), to: .seconds(1)))
            Authenticate(
                .oauth2("\(servers.base)/plugins/token", clientID: "demo", clientSecret: "demo-cl1ent-s3cret"))
            Cookies()
            Trace()
            Log(to: { print("log: \($0)") })
        }
        let group = EndpointGroup { OnError(AccountError.self) }
        report = group {
            GET("/plugins/report")
            Name("report.show")
            Decode(String.self, at: "title")
        }
        order = group {
            POST("/plugins/orders")
            Name("order.create")
            Body(json: ["item": "swift"])
            Decode(Int.self, at: "asked")
        }
        broken = group {
            GET("/plugins/broken")
            Name("broken.show")
            Use(Retry(upTo: 1, .none))
            Decode(String.self)
        }
    }

    var plans: [RequestPlan] { [client.plan(for: report), client.plan(for: order), client.plan(for: broken)] }

    func run(_ show: Show) async -> Bool {
        for plan in plans { print(plan.description) }
        let log = log?.fromNow()
        show.title("a token that is taken back, a connection that breaks, a limit: one call")
        let first = await client.call(report).outcome(events: Self.progress)
        switch first.result {
        case .success(let title): show.block("it gave", [title])
        case .failure(let failure): show.block("it gave nothing", ["failed: \(failure)"])
        }
        show.block(
            "it took", first.attempts.map { "attempt \($0.number): \($0.method) \($0.url.path), \(Self.words($0))" })
        let second = await show("a POST, repeated with the same key", order, by: client) { result in
            ["the server was asked \((try? result.get()) ?? 0) times for this order"]
        }
        let third = await show("a failure, told in one place", broken, by: client) { result in
            if case .failure(let failure) = result {
                ["the caller gets: \(failure.model?.error ?? "\(failure)")"]
            } else {
                []
            }
        }
        show.block(
            "metrics", metrics.snapshot.map { "\($0.endpoint) \($0.status): \($0.count) calls, \($0.errors) errors" })
        if let log { show.block("the server was asked", await log.lines(expectingGivenUp: false)) }
        guard case .failure(.response) = third else { return false }
        return (try? first.result.get()) != nil && (try? second?.get()) == 2
    }

    /// What a person would like to read while a call takes its time.
    private static func progress(_ event: CallEvent) {
        switch event {
        case .retrying(let wait, let reason): print("progress: \(reason); again in \(milliseconds(wait)) ms")
        case .note(let text): print("progress: \(text)")
        default: break
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    private static func words(_ attempt: Attempt) -> String {
        switch attempt.outcome {
        case .success(let status): "\(status)"
        case .failure(let error): error.kind.rawValue
        }
    }
}
