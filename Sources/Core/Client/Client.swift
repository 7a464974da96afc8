/// Sends endpoints: a base URL, plugins around every call, and a transport. A value that is cheap to copy.
///
///     let client = Client("https://api.example.com") { Log() }
///     let corporation = try await client.send(company)
///
/// Plugins stand outermost first. `FollowRedirects` is added as the innermost unless one is among them, but outside of
/// plugins whose place is ``PluginPlace/hop``. It stays so: what an endpoint adds stands outside of it, so that it does
/// not add credentials again for another origin.
public struct Client: Sendable {
    private let settings: ClientSettings

    /// A client for the endpoints below a URL, or, without one, for endpoints that declare theirs.
    ///
    /// Nothing is sent, and nothing is refused yet: a base URL that is wrong is a problem of every plan.
    public init(
        _ baseURL: String? = nil, transport: any Transport, clock: any Clock<Duration> = ContinuousClock(),
        @PluginBuilder plugins: () -> [any Plugin] = { [] }
    ) {
        settings = ClientSettings(baseURL, plugins: plugins(), transport: transport, clock: clock)
    }

    var baseURL: String? { settings.baseURL }
    var base: RequestURL? { settings.base }
    var chain: PluginChain { settings.chain }
    var transport: any Transport { settings.transport }
    var clock: any Clock<Duration> { settings.clock }

    /// The endpoint's plan with this client's base URL and plugins: what a call would do. Nothing is sent.
    public func plan(for endpoint: Endpoint<some Sendable, some Error>) -> RequestPlan {
        var plan = endpoint.plan
        plan.baseURL = plan.baseURL ?? baseURL
        let chain = chain.applying(endpoint.changes)
        plan.plugins = chain.plugins.map(\.summary)
        plan.changes = RequestChange.changes(of: chain.plugins, to: plan)
        chain.problems.forEach { plan.report($0) }
        return plan
    }

    /// A call of the endpoint: cold, and free to run many times.
    public func call<Output, Failure>(_ endpoint: Endpoint<Output, Failure>) -> Call<Output, Failure> {
        Call(client: self, endpoint: endpoint)
    }

    /// Sends the endpoint's request and gives its value, or throws its failure.
    public func send<Output, Failure>(_ endpoint: Endpoint<Output, Failure>) async throws(Failure) -> Output {
        try await call(endpoint).value
    }
}

extension Client: CustomReflectable {
    /// The base URL and the plugins' summaries: a transport has locks in it, which nothing may walk into, and plugins
    /// may have secrets. What prints a value by its parts (`dump`, a failed `#expect`) shows these.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": baseURL as Any, "plugins": chain.plugins.map(\.summary)])
    }
}
