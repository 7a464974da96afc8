#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One place for what successes of all calls have in common: to take the server's date, to count down a rate limit.
///
///     OnSuccess { success in limits.update(from: success.response.fields) }
///
/// It hears of a call once, when its body was read as the endpoint declares. If the closure throws, the call fails with what
/// it threw, with the rules of ``CallObserver``: an error of the endpoint's own type arrives as it is, any other as
/// `.transport` of kind `.plugin`. ``OnFailure`` hears of that where it stands further out.
public struct OnSuccess: CallObserver {
    private let statuses: StatusSet?
    private let act: @Sendable (SucceededCall) async throws -> Void

    /// An observer of successes whose response has one of the statuses; nil, the default, for all.
    public init(_ statuses: StatusSet? = nil, _ act: @escaping @Sendable (SucceededCall) async throws -> Void) {
        self.statuses = statuses
        self.act = act
    }

    /// `on success`, or with its statuses `on success of 201`.
    public var summary: String { statuses.map { "on success of \($0)" } ?? "on success" }

    /// Lets the exchange happen.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }

    /// Hands a success to the closure.
    public func callEnded(_ end: CallEnd) async throws {
        guard !end.isCancelled, end.failure == nil, let response = end.response else { return }
        if let statuses, !statuses.contains(response.status) { return }
        try await act(SucceededCall(end, response))
    }
}

/// A call that gave what its endpoint declares.
public struct SucceededCall: Sendable {
    private let end: CallEnd
    /// The response that the value was read from.
    public let response: HTTPResponse

    init(_ end: CallEnd, _ response: HTTPResponse) {
        self.end = end
        self.response = response
    }

    /// The endpoint's name, nil where none is declared.
    public var name: String? { end.name }
    /// What was sent: one entry an attempt and a hop.
    public var attempts: [Attempt] { end.attempts }
    /// The date and time of the end, by the client's clock.
    public var date: Date { end.date }
}
