/// Wraps an exchange: the one way behaviour is added to calls. Redirects, logs, retries, caches are all plugins.
///
/// Write one for what every call, or every call of a group, has to do. Give it to `Client`, or to a group or an
/// endpoint with `Use`. `next` hands the request on to the plugins inside and at last to the transport; call it once
/// to observe or to change what passes, more than once to try again, not at all to answer by yourself.
///
///     struct Stamp: Plugin {
///         var summary: String { "stamp" }
///         func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
///             var request = request
///             request.fields[.userAgent] = "me"
///             return try await next(request)
///         }
///     }
///
/// An error of `next` is handed on, or handled. An error of the plugin's own ends the call as `.transport` of kind
/// `.plugin`; a ``TransportError``, ``PlanError`` or ``UnacceptableResponse`` keeps its meaning. Waiting has to end
/// when the task is cancelled, which `exchange.clock` sees to.
public protocol Plugin: Sendable {
    /// The plugin's line in the plan, with its settings: `follow redirects, at most 20`. Never holds a secret.
    var summary: String { get }
    /// Carries out one exchange, or lets `next` do it.
    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse
}

/// The rest of the chain, seen from inside a plugin: calling it sends the request on.
public struct Next: Sendable {
    private let plugins: [any Plugin]
    /// How many of the plugins stand outside of this.
    private let depth: Int
    let exchange: Exchange

    /// The whole chain.
    init(_ plugins: [any Plugin], _ exchange: Exchange) {
        self.init(plugins, depth: 0, exchange)
    }

    private init(_ plugins: [any Plugin], depth: Int, _ exchange: Exchange) {
        self.plugins = plugins
        self.depth = depth
        self.exchange = exchange
    }

    /// Sends the request on and gives the response that comes back.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard depth < plugins.count else { return try await sendOneHop(request) }
        return try await plugins[depth].intercept(request, exchange, next: Next(plugins, depth: depth + 1, exchange))
    }

    /// Sends the request on once more: those inside see the number in `exchange.attempt`.
    public func callAsFunction(_ request: HTTPRequest, attempt: Int) async throws -> HTTPResponse {
        try await Next(plugins, depth: depth, exchange.numbered(attempt))(request)
    }

    private func sendOneHop(_ request: HTTPRequest) async throws -> HTTPResponse {
        if Task.isCancelled { throw exchange.shared.timeout ?? TransportError(.cancelled) }
        if exchange.isObserved { exchange.emit(.sending(request)) }
        let stopwatch = Stopwatch(exchange.clock)
        do throws(TransportError) {
            var response = try await exchange.shared.transport.send(request, exchange)
            if response.url == nil { response.url = request.url }
            exchange.record(Attempt(exchange.attempt, request, .success(response.status), stopwatch.elapsed))
            return response
        } catch {
            // A transport sees a deadline as a cancellation; plugins and the history are to see what it was.
            let reason = error.kind == .cancelled ? exchange.shared.timeout ?? error : error
            exchange.record(Attempt(exchange.attempt, request, .failure(reason), stopwatch.elapsed))
            throw reason
        }
    }
}

extension Next: CustomReflectable {
    /// The plugins' summaries: plugins may have secrets, and transports locks.
    public var customMirror: Mirror { Mirror(self, children: ["plugins": plugins[depth...].map(\.summary)]) }
}
