#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What came back through the plugins, before the response table has its say, and what was sent for it.
struct CallAnswer {
    var result: Result<HTTPResponse, CallFailure>
    let history: CallHistory

    /// An answer before anything was sent.
    init(result: Result<HTTPResponse, CallFailure>) {
        self.result = result
        history = CallHistory()
    }

    /// A response, which keeps its history.
    init(_ response: HTTPResponse, after history: CallHistory) {
        var response = response
        response.history = history
        result = .success(response)
        self.history = history
    }

    /// A failure, which keeps its history where it has room for it.
    init(_ failure: CallFailure, after history: CallHistory) {
        result = .failure(failure.after(history))
        self.history = history
    }

    /// What was sent: one entry an attempt and a hop.
    var attempts: [Attempt] { history.attempts }

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
