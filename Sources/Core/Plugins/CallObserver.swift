#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A plugin that hears how each call ended, once the response was read as the endpoint declares.
///
/// Choose it over `intercept` for what is about calls rather than requests: only here is known whether the endpoint takes a
/// response for a success, and that a body did not decode. Those further in hear first.
public protocol CallObserver: Plugin {
    /// Hears how a call ended, exactly once a call. What it throws takes the place of the call's end.
    func callEnded(_ end: CallEnd) async throws
}

/// How a call ended, whatever the endpoint's types are.
public struct CallEnd: Sendable {
    /// The endpoint's name, nil where none is declared.
    public let name: String?
    /// The response, nil where none came.
    public let response: HTTPResponse?
    /// The failure that the caller gets, of the endpoint's own type; nil for a success.
    public let failure: (any Error)?
    /// Why there is no response, whatever the endpoint made of it; nil where one came, or where nothing could be sent.
    public let transportError: TransportError?
    /// Whether the call ended by being cancelled.
    public let isCancelled: Bool
    /// What was sent: one entry an attempt and a hop, empty where nothing was.
    public let attempts: [Attempt]
    /// The date and time of the end, by the client's clock.
    public let date: Date
}
