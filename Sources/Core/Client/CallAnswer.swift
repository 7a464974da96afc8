#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What came back through the plugins, before the response table has its say, and what was sent for it.
struct CallAnswer {
    var result: Result<HTTPResponse, CallFailure>
    let attempts: [Attempt]

    /// An answer before anything was sent.
    init(result: Result<HTTPResponse, CallFailure>) {
        self.result = result
        attempts = []
    }

    /// A response, which keeps the attempts.
    init(_ response: HTTPResponse, after attempts: [Attempt]) {
        var response = response
        response.attempts = attempts
        result = .success(response)
        self.attempts = attempts
    }

    /// A failure, which keeps the attempts where it has room for them.
    init(_ failure: CallFailure, after attempts: [Attempt]) {
        result = .failure(failure.after(attempts))
        self.attempts = attempts
    }

    /// The response, nil where none came or where it is of no interest.
    var response: HTTPResponse? {
        switch result {
        case .success(let response), .failure(.unexpected(let response, _)): response
        case .failure: nil
        }
    }

    /// Why there is no response, nil for other ends.
    private var transportError: TransportError? {
        if case .failure(.transport(let error)) = result { error } else { nil }
    }

    /// Whether it ended by being cancelled.
    var isCancelled: Bool {
        if case .failure(.cancelled) = result { true } else { false }
    }

    /// The same for those who hear of ends; `failure` is what the table made of it.
    func end(name: String?, _ failure: (any Error)?, on clock: any Clock<Duration>) -> CallEnd {
        CallEnd(
            name: name, response: response, failure: failure, transportError: transportError, isCancelled: isCancelled,
            attempts: attempts,
            date: (clock as? any WallClock)?.date ?? Date())
    }
}
