import ApusURLSession

extension Client {
    /// A client with the platform's transport: ``ApusURLSession/URLSessionTransport``, one for all clients made so.
    ///
    /// Connections are shared between them, which is what makes clients cheap. Give a transport of your own where its
    /// settings matter, with `import ApusURLSession`:
    /// `Client("https://…", transport: URLSessionTransport(idleTimeout: .seconds(5)))`.
    public init(
        _ baseURL: String? = nil, clock: any Clock<Duration> = ContinuousClock(),
        @PluginBuilder plugins: () -> [any Plugin] = { [] }
    ) {
        self.init(baseURL, transport: PlatformTransport.shared, clock: clock, plugins: plugins)
    }
}

/// The transport of clients that are given none.
private enum PlatformTransport {
    static let shared = URLSessionTransport()
}
