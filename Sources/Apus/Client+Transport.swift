#if Curl && os(Linux)
import ApusCurl
#else
import ApusURLSession
#endif

extension Client {
    /// A client with the platform's transport, one for all clients made so.
    ///
    /// That is ``ApusCurl/CurlTransport`` on Linux, unless the package's trait `Curl` is off, and
    /// ``ApusURLSession/URLSessionTransport`` elsewhere. Connections are shared between these clients, which is what makes
    /// them cheap. Give a transport of your own where its settings matter, with an `import` of its module:
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
    #if Curl && os(Linux)
    static let shared = CurlTransport()
    #else
    static let shared = URLSessionTransport()
    #endif
}
