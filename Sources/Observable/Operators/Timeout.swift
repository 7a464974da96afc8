public import ApusCore

extension ObservableSequence {
    /// Fails when nothing is heard for so long: from the subscription to the first value, or from one value to the next.
    ///
    /// Each value, and the end, sets the time back to zero. When it has run out the source is disposed, and the error
    /// is told on the scheduler, a serial queue of the operator's own if none is given; values arrive where they come
    /// from. To limit the whole, however many values come, write `take(until:)` with a timer.
    public func timeout(
        _ duration: Duration, on scheduler: some Scheduler = .serial(), error: Failure
    ) -> ObservableSequence {
        let duration = duration.clamped
        return ObservableSequence { downstream in
            // The state is when it will be too late.
            let middle = TimedMiddle(Duration.zero, downstream, on: scheduler) { now, deadline, out in
                if now >= deadline { out.end(.failed(error)) }
                return deadline
            }
            middle.update { now, deadline, _ in
                deadline = (now + duration).clamped
                return deadline
            }
            middle.listen(to: self) { value in
                middle.update { now, deadline, out in
                    deadline = (now + duration).clamped
                    out.next(value)
                    return deadline
                }
            } end: { completion in
                middle.update { _, _, out in
                    out.end(completion)
                    return nil
                }
            }
        }
    }

    /// Fails with a transport error of the kind `timeout` when nothing is heard for so long; else as
    /// ``timeout(_:on:error:)``.
    ///
    /// With the events of a call it limits the silence between two pieces of progress. What was sent may have reached
    /// the server, so the error does not count as safe to retry.
    public func timeout<Model>(
        _ duration: Duration, on scheduler: some Scheduler = .serial()
    ) -> ObservableSequence where Failure == EndpointError<Model> {
        timeout(duration, on: scheduler, error: .transport(TransportError(.timeout, "nothing heard for \(duration)")))
    }
}
