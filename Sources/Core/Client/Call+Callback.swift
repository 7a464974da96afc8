public import Dispatch

extension Client {
    /// Sends the endpoint's request and gives the result to a handler on a queue, exactly once.
    ///
    /// `progress` hears of bytes as they go by, on the same queue, and never after the handler. After `cancel()` has
    /// returned the handler gets the cancelled failure, whatever has come in meanwhile.
    @discardableResult
    public func send<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>, on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        handler: @escaping @Sendable (Result<Output, Failure>) -> Void
    ) -> Cancellable {
        var events: (@Sendable (CallEvent) -> Void)?
        if let progress {
            events = { event in
                if case .progress(let transfer) = event { progress(transfer) }
            }
        }
        return call(endpoint).start(on: queue, events: events) { handler($0.result) }
    }
}

extension Call {
    /// Runs the call and gives its outcome to a handler on a queue, exactly once.
    ///
    /// `events` hears of each step on the same queue, and of none after the handler has run.
    @discardableResult
    public func start(
        on queue: DispatchQueue, events: (@Sendable (CallEvent) -> Void)? = nil,
        handler: @escaping @Sendable (CallOutcome<Output, Failure>) -> Void
    ) -> Cancellable {
        // A concurrent queue, such as a global one, would run events out of order, and the handler beside them.
        let order = events == nil ? queue : DispatchQueue(label: "apus.call", target: queue)
        let delivery = Delivery(queue: order, handler: handler)
        var told: (@Sendable (CallEvent) -> Void)?
        if let events { told = { event in delivery.tell { events(event) } } }
        let task = Task { [told] in
            delivery.settle(await outcome(events: told))
        }
        return Cancellable {
            delivery.cancel(with: cancelled)
            task.cancel()
        }
    }
}
