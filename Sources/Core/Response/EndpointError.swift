#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Everything that a call can end with instead of its value: one type, one place to handle it.
///
/// `Model` is the error that the endpoint declares with `OnError`, and `Never` where it declares none. With
/// `mapError` an endpoint takes an error type of one's own instead.
public enum EndpointError<Model: Sendable>: Error, Sendable {
    /// The server's declared error, decoded, with the response it came in.
    case response(Model, HTTPResponse)
    /// A status nobody declared, or an error body that is not the model; the bytes are in the response. The text says why.
    case unexpected(HTTPResponse, String)
    /// The success body is not the declared value: coding path, type and response are in the failure.
    case decoding(DecodingFailure)
    /// No response: the kind of failure, the error below, and whether it is safe to send the request again.
    case transport(TransportError)
    /// The declaration itself is wrong; nothing was sent.
    case invalid(PlanError)
    /// The call was cancelled.
    case cancelled
}

extension EndpointError {
    /// The response, where one came, whatever was wrong with it.
    public var response: HTTPResponse? {
        switch self {
        case .response(_, let response), .unexpected(let response, _): response
        case .decoding(let failure): failure.response
        case .transport, .invalid, .cancelled: nil
        }
    }

    /// What was sent before the call ended so: one entry an attempt and a hop; none where it was cancelled.
    public var attempts: [Attempt] {
        switch self {
        case .transport(let error): error.attempts
        default: response?.attempts ?? []
        }
    }

    /// The declared error, where the server sent it.
    public var model: Model? {
        if case .response(let model, _) = self { model } else { nil }
    }
}

extension EndpointError: CustomStringConvertible, LocalizedError {
    /// One or more lines for people; secrets are redacted, bodies cut.
    public var description: String {
        switch self {
        case .response(let model, let response): "\(response.status): \(model)"
        case .unexpected(let response, let reason): "\(response.status), \(reason): \(response.snippet)"
        case .decoding(let failure): failure.description
        case .transport(let error): error.description
        case .invalid(let error): error.description
        case .cancelled: "cancelled"
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
