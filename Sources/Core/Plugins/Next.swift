/// The rest of the chain, seen from inside a plugin: calling it sends the request on.
public struct Next: Sendable {
    /// How many of the plugins stand outside of this.
    private let depth: Int
    let exchange: Exchange

    /// The whole chain of an exchange, or what is left of it inside of so many.
    init(_ exchange: Exchange, depth: Int = 0) {
        self.depth = depth
        self.exchange = exchange
    }

    /// Sends the request on and gives the response that comes back.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard depth < exchange.shared.plugins.count else { return try await sendOneHop(request) }
        do {
            let next = Next(exchange, depth: depth + 1)
            return try await exchange.shared.plugins[depth].intercept(request, exchange, next: next)
        } catch  where error is CancellationError || (error as? TransportError)?.kind == .cancelled {
            // A plugin that waits sees a deadline as a cancellation, too.
            throw exchange.limit?.error ?? error
        }
    }

    /// Sends the request on once more: those inside see the number in `exchange.attempt`.
    public func callAsFunction(_ request: HTTPRequest, attempt: Int) async throws -> HTTPResponse {
        try await Next(exchange.numbered(attempt), depth: depth)(request)
    }

    /// Sends the request on with a limit of its own, within those that stand already; what is not done by then is cancelled
    /// and ends as a ``TransportError`` of kind `.timeout`.
    ///
    /// The limit is for the head of a response whose body is streamed.
    public func callAsFunction(
        _ request: HTTPRequest, attempt: Int? = nil, within limit: Duration
    ) async throws -> HTTPResponse {
        let limit = TimeLimit(limit, for: "the request", on: exchange.clock, within: exchange.limit)
        let exchange = exchange.numbered(attempt ?? exchange.attempt).limited(by: limit)
        let next = Next(exchange, depth: depth)
        return try await limit.bound(exchange.clock) { try await next(request) }
    }

    private func sendOneHop(_ request: HTTPRequest) async throws -> HTTPResponse {
        if Task.isCancelled { throw exchange.limit?.error ?? TransportError(.cancelled) }
        if exchange.isObserved { exchange.emit(.sending(request)) }
        exchange.shared.keepSecrets(of: request)
        let stopwatch = Stopwatch(exchange.clock)
        do throws(TransportError) {
            var response = try await exchange.shared.transport.send(request, exchange)
            if response.url == nil { response.url = request.url }
            exchange.record(Attempt(exchange.attempt, request, .success(response.status), stopwatch.elapsed))
            return response
        } catch {
            // A transport sees a deadline as a cancellation; plugins and the history are to see what it was.
            let reason = error.kind == .cancelled ? exchange.limit?.error ?? error : error
            exchange.record(Attempt(exchange.attempt, request, .failure(reason), stopwatch.elapsed))
            throw reason
        }
    }
}

extension Next: CustomReflectable {
    /// The plugins' summaries: plugins may have secrets, and transports locks.
    public var customMirror: Mirror {
        Mirror(self, children: ["plugins": exchange.shared.plugins[depth...].map(\.summary)])
    }
}
