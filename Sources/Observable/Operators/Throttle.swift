extension ObservableSequence {
    /// One value in so much time at most: the first at once, and then the newest of each interval when it is over.
    ///
    /// An interval begins with each value that is told. With `latest: false` what comes within an interval is dropped.
    /// A completion tells the value that waits at once, then completes; an error comes at once without it. The first of
    /// an interval arrives where it comes from, the newest on the scheduler, a serial queue of the operator's own if
    /// none is given.
    public func throttle(
        _ duration: Duration, latest: Bool = true, on scheduler: some Scheduler = .serial()
    ) -> ObservableSequence {
        let duration = duration.clamped
        return ObservableSequence { downstream in
            let middle = TimedMiddle(HeldValue<Element>(), downstream, on: scheduler) { now, state, out in
                if now >= state.time, let value = state.waiting.take() {
                    out.next(value)
                    state.time = (now + duration).clamped
                }
                return state.waiting.map { _ in state.time }
            }
            middle.listen(to: self) { value in
                // The one that it replaces is let go of outside the lock.
                var old: Element?
                middle.update { now, state, out in
                    if now >= state.time {
                        // A timer that is late leaves its value to this one, which is newer.
                        old = state.waiting.take()
                        out.next(value)
                        state.time = (now + duration).clamped
                    } else if latest {
                        old = state.waiting
                        state.waiting = value
                    }
                    return state.waiting.map { _ in state.time }
                }
                withExtendedLifetime(old) {}
            } end: { completion in
                middle.update { _, state, out in
                    state.end(completion, &out)
                    return nil
                }
            }
        }
    }
}
