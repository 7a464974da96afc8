import Apus

/// The parts of a failure that tests look at; nil where it is another one, so that `#require` shows the whole result.
extension Result {
    func transportError<Model>() -> TransportError? where Failure == EndpointError<Model> {
        if case .failure(.transport(let error)) = self { error } else { nil }
    }

    func unexpected<Model>() -> (response: HTTPResponse, reason: String)? where Failure == EndpointError<Model> {
        if case .failure(.unexpected(let response, let reason)) = self { (response, reason) } else { nil }
    }

    func isCancelled<Model>() -> Bool where Failure == EndpointError<Model> {
        if case .failure(.cancelled) = self { true } else { false }
    }
}
