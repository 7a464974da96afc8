#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One place for what failures of all calls have in common: to sign out at 401, to tell the person at 5xx.
///
///     OnFailure(401) { _ in await session.signOut() }
///     OnFailure { failure in
///         if let error = failure.model(TwitterError.self) { throw AppError.twitter(error) }
///     }
///
/// It hears of a call once, after retries and after the endpoint's `OnError` had its say; a cancelled call is no failure.
/// If the closure returns, the failure stays as it is. If it throws, what it throws takes the failure's place, with
/// the rules of ``CallObserver``: an error of the endpoint's own type arrives as it is, any other as `.transport` of kind
/// `.plugin`. Several may be listed, and the last one hears first; one that an endpoint uses takes the place of the first.
public struct OnFailure: CallObserver {
    private let statuses: StatusSet?
    private let act: @Sendable (FailedCall) async throws -> Void

    /// An observer of failures whose response has one of the statuses; nil, the default, for all, without a response too.
    public init(_ statuses: StatusSet? = nil, _ act: @escaping @Sendable (FailedCall) async throws -> Void) {
        self.statuses = statuses
        self.act = act
    }

    /// `on failure`, or with its statuses `on failure of 401`.
    public var summary: String { statuses.map { "on failure of \($0)" } ?? "on failure" }

    /// Lets the exchange happen.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }

    /// Hands a failure to the closure.
    public func callEnded(_ end: CallEnd) async throws {
        guard !end.isCancelled, let error = end.failure else { return }
        if let statuses {
            guard let status = end.response?.status, statuses.contains(status) else { return }
        }
        try await act(FailedCall(end, error))
    }
}

/// A call that failed, whatever the endpoint's types are.
public struct FailedCall: Sendable {
    private let end: CallEnd
    /// The failure that the caller gets, of the endpoint's own type.
    public let error: any Error

    init(_ end: CallEnd, _ error: any Error) {
        self.end = end
        self.error = error
    }

    /// The endpoint's name, nil where none is declared.
    public var name: String? { end.name }
    /// The response, nil where none came.
    public var response: HTTPResponse? { end.response }
    /// The response's status, nil where none came.
    public var status: HTTPStatus? { end.response?.status }
    /// Why there is no response: connection, time or a plugin; nil where one came, and where nothing could be sent.
    public var transportError: TransportError? { end.transportError }
    /// What was sent: one entry an attempt and a hop.
    public var attempts: [Attempt] { end.attempts }
    /// The date and time of the end, by the client's clock.
    public var date: Date { end.date }

    /// The error that the endpoint declares, if it is of the type and the server sent it, or the error that `mapError` gave.
    public func model<Model: Sendable>(_ type: Model.Type) -> Model? {
        (error as? EndpointError<Model>)?.model ?? error as? Model
    }
}
