extension ObservableSequence {
    /// A value once no other has followed it for so long: the text when somebody stops typing.
    ///
    /// A completion tells the value that waits at once, then completes; an error comes at once without it. Values arrive
    /// on the scheduler, a serial queue of the operator's own if none is given.
    public func debounce(_ duration: Duration, on scheduler: some Scheduler = .serial()) -> ObservableSequence {
        let duration = duration.clamped
        return ObservableSequence { downstream in
            let middle = TimedMiddle(HeldValue<Element>(), downstream, on: scheduler) { now, state, out in
                if now >= state.time, let value = state.waiting.take() { out.next(value) }
                return state.waiting.map { _ in state.time }
            }
            middle.listen(to: self) { value in
                // The one that it replaces is let go of outside the lock.
                var old: Element?
                middle.update { now, state, _ in
                    old = state.waiting
                    state.waiting = value
                    state.time = (now + duration).clamped
                    return state.time
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
