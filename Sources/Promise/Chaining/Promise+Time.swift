public import ApusCore

extension Promise {
    /// Passes the value on so much later; a failure at once. Cancelling ends the wait.
    public func delay(_ duration: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Promise {
        derived { parent, child in
            child.follow(parent) { settlement in
                if case .fulfilled(let value) = settlement {
                    child.wait(duration, clock, for: value) { child.settle(.fulfilled($0)) }
                } else {
                    child.settle(settlement)
                }
            }
        }
    }

    /// Fails if there is no outcome after so much time, and cancels what runs unless others go on from it.
    ///
    /// The time begins now, or, where something was made `paused` and waits for it, at the start.
    public func timeout(
        _ duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
        error: @autoclosure @escaping @Sendable () -> Failure
    ) -> Promise {
        derived { parent, child in
            let timer = Promise<Void, CancellationError>.after(duration, clock: clock, on: child.queue, paused: true)
            child.onCancel { timer.cancel() }
            child.follow(parent) { settlement in
                timer.cancel()
                child.settle(settlement)
            }
            timer.success { child.settleEarly(.failed(error())) }
            parent.whenStarted { timer.resume() }
        }
    }

    /// Fails with a transport error of kind `timeout` if there is no outcome after so much time, and cancels what runs.
    public func timeout<Model>(
        _ duration: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Promise where Failure == EndpointError<Model> {
        timeout(duration, clock: clock, error: .transport(TransportError(.timeout, "after \(duration)")))
    }
}

extension Core {
    /// Goes on after so much time, unless it is cancelled meanwhile.
    func wait<Carried: Sendable>(
        _ duration: Duration, _ clock: any Clock<Duration>, for carried: Carried,
        _ next: @escaping @Sendable (Carried) -> Void
    ) {
        let timer = Promise<Void, CancellationError>.after(duration, clock: clock, on: queue)
        follow(timer.core) { settlement in
            // A timer that is cancelled was cancelled by the one who waits for it.
            if case .fulfilled = settlement { next(carried) }
        }
    }
}
