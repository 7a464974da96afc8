import ApusCore
import Foundation
import Locking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One hop from its start to its outcome: collects what the session reports, and settles exactly once.
///
/// Whoever takes the continuation out of the state settles: the end of the task, the cancellation, or a limit. What is
/// reported after that is dropped.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var isSettled = false
        var task: URLSessionTask?
        var head: ResponseHead?
        var firstByte: Duration?
        var body = Data()
        var sent: Int64 = 0

        /// The right to settle, which only the first gets.
        mutating func settle() -> (continuation: CheckedContinuation<Outcome, Never>?, task: URLSessionTask?)? {
            guard !isSettled else { return nil }
            isSettled = true
            defer { (continuation, task) = (nil, nil) }
            return (continuation, task)
        }
    }

    private let request: HTTPRequest
    private let exchange: Exchange
    private let uploadSize: Int64?
    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    init(_ request: HTTPRequest, _ exchange: Exchange, uploadSize: Int64?) {
        self.request = request
        self.exchange = exchange
        self.uploadSize = uploadSize
        elapsed = exchange.stopwatch()
    }

    /// Makes the task and resumes it, unless the transfer was cancelled before.
    func start(reportingTo continuation: CheckedContinuation<Outcome, Never>, makeTask: () -> URLSessionTask) {
        let isCancelled = state.withLock { state in
            if !state.isSettled { state.continuation = continuation }
            return state.isSettled
        }
        guard !isCancelled else { return continuation.resume(returning: .failure(TransportError(.cancelled))) }
        let task = makeTask()
        let isRunning = state.withLock { state in
            if !state.isSettled { state.task = task }
            return !state.isSettled
        }
        if isRunning { task.resume() } else { task.cancel() }
    }

    /// Closes the transfer.
    func cancel() {
        fail(TransportError(.cancelled))
    }

    private func fail(_ error: TransportError) {
        guard let settled = state.withLock({ $0.settle() }) else { return }
        settled.task?.cancel()
        settled.continuation?.resume(returning: .failure(error))
    }

    /// So many bytes of the request's body have gone out in all.
    func sent(_ total: Int64) {
        guard exchange.isObserved else { return }
        // On Linux the session reads the count when it reports, so that it can say the same twice.
        let isNews = state.withLock { state in
            guard !state.isSettled, total > state.sent else { return false }
            state.sent = total
            return true
        }
        if isNews { exchange.emit(.progress(TransferProgress(.upload, completed: total, total: uploadSize))) }
    }

    /// A head has come: on Linux also those of interim responses (RFC 9110 §15.2), of which the last is the answer's.
    func received(_ head: ResponseHead) {
        let time = elapsed()
        state.withLock { state in
            state.head = head
            state.firstByte = time
        }
        if let length = head.bodyLength(answering: request.method), length > exchange.bodyLimit { failAsTooLarge() }
    }

    /// Bytes of the body have come, decoded.
    func received(_ data: Data) {
        let progress: (count: Int, total: Int64?)? = state.withLock { state in
            guard !state.isSettled else { return nil }
            state.body.append(data)
            return (state.body.count, state.head?.bodyLength(answering: request.method).map(Int64.init))
        }
        guard let progress else { return }
        if progress.count > exchange.bodyLimit { return failAsTooLarge() }
        if exchange.isObserved {
            exchange.emit(
                .progress(TransferProgress(.download, completed: Int64(progress.count), total: progress.total)))
        }
    }

    private func failAsTooLarge() {
        fail(TransportError(.tooLarge, "more than \(exchange.bodyLimit) bytes"))
    }

    /// The task is over; the last head is there for those that were never reported.
    func ended(_ error: (any Error)?, lastHead: ResponseHead?) {
        let (settled, head, body, firstByte) = state.withLock { state in
            let settled = state.settle()
            defer { state.body = Data() }
            return (settled, state.head ?? lastHead, state.body, state.firstByte)
        }
        guard let settled else { return }
        settled.continuation?.resume(returning: outcome(error, head, body, firstByte))
    }

    private func outcome(_ error: (any Error)?, _ head: ResponseHead?, _ body: Data, _ firstByte: Duration?) -> Outcome
    {
        if let error {
            return .failure(
                TransportError(error, for: request, hasResponse: head.map { $0.status.code >= 200 } ?? false))
        }
        guard let head else {
            return .failure(TransportError(.connectionLost, "the connection ended without a response"))
        }
        if let loss = head.loss(in: body, answering: request.method) { return .failure(loss) }
        let total = elapsed()
        return .success(
            HTTPResponse(
                status: head.status, fields: head.fields, body: HTTPBody(body), url: request.url,
                timings: Timings(firstByte: firstByte ?? total, total: total)))
    }
}
