#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why there is no response: the connection, the deadline or a plugin failed. What the server says is never one.
public struct TransportError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of failure it was.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host's name has no address.
        case nameLookup = "name lookup failed"
        /// Nobody listens at the address, or it can't be reached.
        case connectionRefused = "connection refused"
        /// The secure connection could not be made: certificate, host name, protocol.
        case tls = "TLS failed"
        /// The time set for the call, or the transport's own, ran out.
        case timeout = "timed out"
        /// The connection ended, or broke the protocol, before the response was complete.
        case connectionLost = "connection lost"
        /// The response is longer than the limit set for it.
        case tooLarge = "response too large"
        /// The body to send could not be read.
        case unreadableBody = "request body unreadable"
        /// The call was cancelled. Calls give `EndpointError.cancelled` for it.
        case cancelled = "cancelled"
        /// A plugin threw an error of its own, which is ``TransportError/underlying``.
        case plugin = "plugin failed"
        /// Anything else; ``TransportError/underlying`` says what.
        case other = "failed"
    }

    /// What kind of failure it was.
    public let kind: Kind
    /// More words, for instance the host that was not found; empty for none. Never holds a secret.
    public let detail: String
    /// The error of the library below, nil where there is none.
    public let underlying: (any Error)?
    /// Whether the request can't have reached the server, so that sending it again can't have its effect twice.
    public let isSafeToRetry: Bool
    /// What the call sent before it ended so: one entry an attempt and a hop. Set when the call is over.
    public internal(set) var attempts: [Attempt] = []

    /// An error of the parts given.
    ///
    /// Where `isSafeToRetry` is left out, it is true for the kinds that come before anything is sent: name lookup,
    /// refused connection, TLS and an unreadable body.
    public init(_ kind: Kind, _ detail: String = "", underlying: (any Error)? = nil, isSafeToRetry: Bool? = nil) {
        self.kind = kind
        self.detail = detail
        self.underlying = underlying
        self.isSafeToRetry = isSafeToRetry ?? [.nameLookup, .connectionRefused, .tls, .unreadableBody].contains(kind)
    }

    /// The kind and the detail.
    public var description: String {
        detail.isEmpty ? kind.rawValue : "\(kind.rawValue): \(detail)"
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
