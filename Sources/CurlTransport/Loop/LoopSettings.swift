/// The options, as one of several loops takes them.
struct LoopSettings: Sendable {
    let options: CurlTransport.Options
    /// How many connections this loop has at most.
    let maxConnections: Int
    /// Nanoseconds.
    let idleTimeout: Int64

    init(_ options: CurlTransport.Options, loops: Int) {
        self.options = options
        maxConnections = max(1, min(options.maxConnections, 1 << 20) / loops)
        idleTimeout = options.idleTimeout.clampedNanoseconds
    }

    /// How many connections to one host this loop has at most, 0 for no limit of its own.
    var maxConnectionsPerHost: Int {
        options.maxConnectionsPerHost.map { max(1, min($0, 1 << 20)) } ?? 0
    }
}
