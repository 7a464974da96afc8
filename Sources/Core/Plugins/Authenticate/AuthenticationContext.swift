#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an authenticator may use: the date, and a way to send requests that goes past all plugins.
public struct AuthenticationContext: Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// The date and time by the client's clock.
    public var date: Date { exchange.date }

    /// Sends a request to the client's transport: past every plugin, one hop, and within 30 seconds.
    ///
    /// It takes no part in the call's history. Throws ``TransportError``.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let clock = exchange.clock
        let limit = TimeLimit(.seconds(30), for: "the request for credentials", on: clock)
        let aside = Exchange(
            SharedExchange(
                name: nil, url: request.url, bodyLimit: 1 << 20, receiver: nil, plugins: [],
                transport: exchange.shared.transport, clock: clock, events: nil, plan: { RequestPlan() }), limit: limit)
        return try await limit.bound(clock) {
            // Also of a transport that streams though nobody asked.
            try await BodyReception.collected.receive(Next(aside)(request), limit: aside.bodyLimit)
        }
    }

    /// Tells those who listen to the call.
    func note(_ text: String) { exchange.emit(.note(text)) }
}
