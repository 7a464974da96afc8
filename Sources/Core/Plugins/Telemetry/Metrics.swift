/// Counts calls, errors and how long calls take, by endpoint and status; readable as values and as Prometheus text.
///
///     let metrics = Metrics()
///     let client = Client("https://api.example.com") { metrics }
///     print(metrics.prometheusText)
///
/// All clients and endpoints that use the same value, or a copy of it, are counted together. An endpoint without a name goes by
/// method and path template, never by the path's values. A call without a response has the kind of failure in the place of
/// the status: `timed out`. A response of 400 or more is an error, and so is the lack of one; a cancelled call is none. What
/// the endpoint makes of the response is not looked at.
public struct Metrics: Plugin {
    private let store: MetricsStore
    private let prefix: String
    private let settingsProblem: String?

    /// Upper bounds from 5 ms to 10 s, in seconds.
    public static let defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Metrics of the settings given; one that means nothing is replaced by its default and is a problem of the plan.
    ///
    /// - Parameters:
    ///   - buckets: The histogram's upper bounds in seconds, more than zero; infinity is added.
    ///   - seriesLimit: How many pairs of endpoint and status are told apart; what comes later goes by `other`.
    ///   - prefix: What the names of the metrics begin with.
    public init(buckets: [Double] = defaultBuckets, seriesLimit: Int = 1000, prefix: String = "apus") {
        let sound = Set(buckets.filter { $0 > 0 && $0.isFinite }).sorted()
        store = MetricsStore(bounds: sound.isEmpty ? Self.defaultBuckets : sound, limit: max(seriesLimit, 1))
        let isName = PrometheusText.isName(prefix)
        self.prefix = isName ? prefix : "apus"
        var words: [String] = []
        if sound.count != buckets.count || sound.isEmpty { words.append("buckets: \(buckets)") }
        if seriesLimit < 1 { words.append("seriesLimit: \(seriesLimit)") }
        if !isName { words.append("prefix: \"\(EscapedText.escaped(prefix))\"") }
        settingsProblem = words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// `metrics`.
    public var summary: String { "metrics" }

    /// Around the attempts: it counts calls.
    public var place: PluginPlace? { .call }

    /// Two of the same value count twice; inside of a retry, attempts are counted for calls.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var problems: [PlanProblem] = []
        if outside.contains(where: { ($0 as? Metrics)?.store === store }) { problems.append(.listedTwice("Metrics")) }
        if outside.contains(where: { $0.place == .retry }) {
            problems.append(
                .misplaced(
                    "Metrics", "it stands inside of what repeats requests, so that it counts attempts: list it before"))
        }
        if let settingsProblem { problems.append(.badSetting("Metrics", settingsProblem)) }
        return problems
    }

    /// Counts and measures the call.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        let elapsed = exchange.stopwatch()
        let endpoint = exchange.name ?? Self.template(of: exchange.plan)
        do {
            let response = try await next(request)
            count(endpoint, response.status, elapsed())
            return response
        } catch {
            switch CallFailure(error) {
            case .unexpected(let response, _): count(endpoint, response.status, elapsed())
            case .transport(let error): store.count(endpoint, error.kind.rawValue, isError: true, elapsed())
            case .invalid: store.count(endpoint, "invalid", isError: true, elapsed())
            case .cancelled: store.count(endpoint, "cancelled", isError: false, elapsed())
            }
            throw error
        }
    }

    private func count(_ endpoint: String, _ status: HTTPStatus, _ time: Duration) {
        store.count(endpoint, "\(status.code)", isError: status.code >= 400, time)
    }

    /// Without the query, which may hold values.
    private static func template(of plan: RequestPlan) -> String {
        "\(plan.method) \(PlanProblem.withoutUserInfo(String(plan.path.prefix { $0 != "?" && $0 != "#" })))"
    }

    /// What was counted so far, sorted by endpoint and status.
    public var snapshot: [MetricsSeries] { store.snapshot }

    /// The snapshot in Prometheus's text exposition format 0.0.4 (`text/plain; version=0.0.4`), times in seconds.
    public var prometheusText: String { PrometheusText.text(of: snapshot, prefix: prefix) }
}

extension Metrics: CustomReflectable {
    /// The summary: nothing that prints a value by its parts may walk into a lock.
    public var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }
}
