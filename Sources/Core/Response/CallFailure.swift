/// What ended a call before the response table had its say.
enum CallFailure: Error {
    case unexpected(HTTPResponse, String)
    case transport(TransportError)
    case invalid(PlanError)
    case cancelled

    /// Any error that came out of the plugins or the transport; a plugin's own words may hold secrets.
    init(_ error: any Error, hiding secrets: [String] = []) {
        switch error {
        case let failure as CallFailure: self = failure
        case let error as TransportError: self = error.kind == .cancelled ? .cancelled : .transport(error)
        case let error as PlanError: self = .invalid(error)
        case let refused as UnacceptableResponse: self = .unexpected(refused.response, refused.reason)
        case is CancellationError: self = .cancelled
        default:
            self = .transport(TransportError(.plugin, Redaction(secrets)("\(error)"), underlying: error))
        }
    }
}

extension CallFailure {
    /// The same, keeping what was sent before it.
    func after(_ history: CallHistory) -> CallFailure {
        switch self {
        case .unexpected(var response, let reason):
            response.history = history
            return .unexpected(response, reason)
        case .transport(var error):
            error.attempts = history.attempts
            return .transport(error)
        case .invalid, .cancelled:
            return self
        }
    }
}

extension EndpointError {
    init(_ failure: CallFailure) {
        switch failure {
        case .unexpected(let response, let reason): self = .unexpected(response, reason)
        case .transport(let error): self = .transport(error)
        case .invalid(let error): self = .invalid(error)
        case .cancelled: self = .cancelled
        }
    }
}

/// Thrown by a plugin that can't go on from a response: the call ends as `.unexpected` with it.
///
/// `FollowRedirects` throws it for a loop, for instance. The response table is not asked.
public struct UnacceptableResponse: Error, Sendable {
    /// The response, its bytes included.
    public let response: HTTPResponse
    /// Why it was not acceptable, for people.
    public let reason: String

    /// An error of the parts given.
    public init(_ response: HTTPResponse, _ reason: String) {
        self.response = response
        self.reason = reason
    }
}
