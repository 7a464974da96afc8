import Apus
import ApusObservable
import ApusPromise
import Dispatch
import Locking

/// The four ways to run a call, each as a call that ends once and can be cancelled.
enum Way: CaseIterable, Sendable {
    case async, callback, promise, observable

    /// Whether outcome and progress come on a queue that is given.
    var usesQueue: Bool { self != .async }

    func start<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>, by client: Client, on queue: DispatchQueue
    ) -> RunningCall<Output, Failure> {
        let record = CallRecord<Output, Failure>()
        let cancel: @Sendable () -> Void
        switch self {
        case .async:
            let task = Task {
                let outcome = await client.call(endpoint).outcome { event in
                    if case .progress(let progress) = event { record.note(progress) }
                }
                record.end(outcome.result, isCancelled: outcome.isCancelled)
            }
            cancel = { task.cancel() }
        case .callback:
            // The handler's result says that it was cancelled where the failure type does: here all do.
            let running = client.call(endpoint).start(
                on: queue, events: { if case .progress(let progress) = $0 { record.note(progress, on: queue) } },
                handler: { record.end($0.result, isCancelled: $0.isCancelled, on: queue) })
            cancel = { running.cancel() }
        case .promise:
            let promise = client.promise(endpoint, on: queue)
                .progress { record.note($1, on: queue) }
                .success { record.end(.success($0), isCancelled: false, on: queue) }
                .failure { record.end(.failure($0), isCancelled: $1, on: queue) }
            cancel = { promise.cancel() }
        case .observable:
            let subscription = client.events(endpoint).observe(on: .serial(on: queue)).subscribe(
                onNext: { event in
                    switch event {
                    case .progress(let progress): record.note(progress, on: queue)
                    case .value(let value): record.end(.success(value), isCancelled: false, on: queue)
                    }
                },
                onError: { record.end(.failure($0), isCancelled: false, on: queue) },
                // A subscription that is disposed says nothing but this: it is how it is cancelled.
                onDisposed: { record.disposed() })
            cancel = { subscription.dispose() }
        }
        return RunningCall(record: record, cancel: cancel)
    }
}

/// A call under way.
struct RunningCall<Output: Sendable, Failure: Error>: Sendable {
    let record: CallRecord<Output, Failure>
    let cancel: @Sendable () -> Void
}

/// What was heard of a call.
final class CallRecord<Output: Sendable, Failure: Error>: Sendable {
    struct Heard: Sendable {
        /// Every outcome that was delivered: one, or none where a subscription was disposed.
        var results: [Result<Output, Failure>] = []
        var isCancelled = false
        var progress: [TransferProgress] = []
        /// Progress that came after the end.
        var late = 0
        var isOver = false
    }

    private struct State {
        var heard = Heard()
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var heard: Heard { state.withLock { $0.heard } }

    /// What was heard once it was over.
    var end: Heard {
        get async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.heard.isOver { state.waiting.append(continuation) }
                    return state.heard.isOver
                }
                if isOver { continuation.resume() }
            }
            return heard
        }
    }

    func note(_ progress: TransferProgress, on queue: DispatchQueue? = nil) {
        if let queue { dispatchPrecondition(condition: .onQueue(queue)) }
        state.withLock { state in
            if state.heard.isOver { state.heard.late += 1 }
            state.heard.progress.append(progress)
        }
    }

    func end(_ result: Result<Output, Failure>, isCancelled: Bool, on queue: DispatchQueue? = nil) {
        if let queue { dispatchPrecondition(condition: .onQueue(queue)) }
        finish { heard in
            heard.results.append(result)
            heard.isCancelled = isCancelled
        }
    }

    func disposed() {
        finish { heard in
            if heard.results.isEmpty { heard.isCancelled = true }
        }
    }

    private func finish(_ change: (inout Heard) -> Void) {
        let waiting = state.withLock { state in
            change(&state.heard)
            state.heard.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
