public import ApusCore
public import Dispatch

extension Client {
    /// Starts a call of the endpoint, now or, where it is `paused`, by `resume()`. Handlers run on `queue` unless they name one.
    ///
    ///     let company = client.promise(show, on: .main)
    ///         .progress { old, new in bar.set(new.completed, of: new.total) }
    ///         .success { corporation in page.show(corporation) }
    ///         .failure { error, isCancelled in if !isCancelled { page.show(error) } }
    ///     company.cancel()
    ///
    /// Cancelling closes the transfer. `retry` makes the call again.
    public func promise<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>, on queue: DispatchQueue? = nil, paused: Bool = false
    ) -> Promise<Output, Failure> {
        call(endpoint).promise(on: queue, paused: paused)
    }
}

extension Call {
    /// Starts the call, now or, where it is `paused`, by `resume()`. Handlers run on `queue` unless they name one.
    public func promise(on queue: DispatchQueue? = nil, paused: Bool = false) -> Promise<Output, Failure> {
        let cancelled = CancelledFailure<Failure> {
            guard case .failure(let failure) = self.cancelled.result else {
                preconditionFailure("cancelled is a failure")
            }
            return failure
        }
        return Promise(cancelled: cancelled, on: queue, paused: paused) { resolver in
            let events = DispatchQueue(label: "apus.promise.call", target: queue)
            let running = start(
                on: events, events: { if case .progress(let progress) = $0 { resolver.progress(progress) } },
                handler: { resolver.settle($0) })
            resolver.onCancel { running.cancel() }
        }
    }
}

extension PromiseResolver {
    /// How the call ended. That it was cancelled is known even where the failure type doesn't say so.
    fileprivate func settle(_ outcome: CallOutcome<Value, Failure>) {
        switch outcome.result {
        case .success(let value): fulfill(value)
        case .failure(let failure): if outcome.isCancelled { cancel(failure) } else { reject(failure) }
        }
    }
}
