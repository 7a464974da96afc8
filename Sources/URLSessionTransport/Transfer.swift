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

    #if canImport(FoundationNetworking)
    /// Lets the session go on with a redirect, unless the transfer is over.
    ///
    /// FoundationNetworking ends the process when it is told to go on with a task that was cancelled. Told under the lock,
    /// which it takes down without doing anything yet, it hears of a cancellation only afterwards.
    func unlessSettled(_ goOn: () -> Void) {
        state.withLock { if !$0.isSettled { goOn() } }
    }
    #endif

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

    /// The task is over, with the response that it has at its end.
    func ended(_ error: (any Error)?, _ response: URLResponse?) {
        let (settled, head, body, firstByte) = state.withLock { state in
            let settled = state.settle()
            defer { state.body = Data() }
            return (settled, state.head, state.body, state.firstByte)
        }
        guard let settled else { return }
        let outcome: Outcome
        if let error {
            let hasResponse = head.map { $0.status.code >= 200 } ?? false
            outcome = .failure(TransportError(error, for: request, hasResponse: hasResponse))
        } else {
            outcome = self.outcome(head, response as? HTTPURLResponse, body, firstByte)
        }
        settled.continuation?.resume(returning: outcome)
    }

    /// FoundationNetworking neither reports a redirect that leads nowhere nor hands its content out.
    private func outcome(
        _ reported: ResponseHead?, _ last: HTTPURLResponse?, _ body: Data, _ firstByte: Duration?
    ) -> Outcome {
        let isReported = reported != nil && last.map { $0.statusCode == reported?.status.code } ?? true
        guard let head = isReported ? reported : last.flatMap(ResponseHead.init) else {
            return .failure(TransportError(.connectionLost, "the connection ended without a response"))
        }
        guard isReported || !head.announcesBody(answering: request.method) else {
            return .failure(
                TransportError(.other, "URLSession drops the content of a \(head.status) that leads nowhere"))
        }
        if let length = head.bodyLength(answering: request.method), body.count < length {
            return .failure(TransportError(.connectionLost, "\(body.count) of \(length) bytes came"))
        }
        let total = elapsed()
        return .success(
            HTTPResponse(
                status: head.status, fields: head.fields, body: HTTPBody(body), url: request.url,
                timings: Timings(firstByte: firstByte ?? total, total: total)))
    }
}
