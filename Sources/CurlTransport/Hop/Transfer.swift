import ApusCore
import Locking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One hop from its start to its outcome, as both sides see it: who waits for it, and the loop that carries it out.
///
/// Whoever takes the continuation out of the state settles: the loop or the cancellation. What comes later is dropped. So it
/// is resumed once, and need not be a checked one, which costs an allocation.
final class Transfer: Sendable {
    /// A response as the loop hands it over; it is read by whoever waits, not on the loop's thread.
    struct Answer: Sendable {
        let head: ResponseHead
        /// Nil where it is the short one in the head.
        let body: HTTPBody?
        let timings: Timings
        let connection: ConnectionFacts

        func response(to request: HTTPRequest) -> HTTPResponse {
            HTTPResponse(
                status: HTTPStatus(head.status), fields: head.fields, body: body ?? HTTPBody(Data(head.shortBody)),
                url: request.url, timings: timings, connection: connection)
        }
    }

    typealias Outcome = Result<Answer, TransportError>

    private enum State {
        case prepared
        case waiting(UnsafeContinuation<Outcome, Never>)
        case settled
    }

    let request: HTTPRequest
    let exchange: Exchange
    let block: RequestBlock
    let body: RequestBody?
    private let state = Mutex(State.prepared)

    /// Throws where the request can't be sent as it is.
    init(_ request: HTTPRequest, _ exchange: Exchange) throws(TransportError) {
        if request.method == .head, request.body != nil {
            throw TransportError(.other, "libcurl sends no body with HEAD", isSafeToRetry: true)
        }
        try request.checkSyntax()
        self.request = request
        self.exchange = exchange
        body = try RequestBody(request)
        block = RequestBlock(request, body: body)
    }

    /// Whether it may be sent twice without asking (RFC 9110 §9.2.2).
    var isHarmless: Bool { request.method.isSafe && body == nil }

    /// Whether the outcome is decided.
    var isSettled: Bool {
        state.withLock { state in
            if case .settled = state { true } else { false }
        }
    }

    /// Whether somebody waits for the outcome now; if it was decided before, the continuation has got it.
    func wait(with continuation: UnsafeContinuation<Outcome, Never>) -> Bool {
        let isWaiting = state.withLock { state in
            guard case .prepared = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWaiting { continuation.resume(returning: .failure(TransportError(.cancelled, isSafeToRetry: true))) }
        return isWaiting
    }

    /// Gives the outcome to who waits, unless it was decided before; whether somebody waited for it.
    @discardableResult
    func settle(_ outcome: @autoclosure () -> Outcome) -> Bool {
        let state = state.withLock { state in
            let before = state
            state = .settled
            return before
        }
        switch state {
        case .waiting(let continuation):
            continuation.resume(returning: outcome())
            return true
        case .prepared, .settled: return false
        }
    }
}
