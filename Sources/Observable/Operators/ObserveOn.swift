extension ObservableSequence {
    /// Events arrive on this scheduler, in order and one at a time, an error after the values before it.
    ///
    /// Values that come faster than they are heard wait in memory and are worked off in batches. With `.immediate`
    /// they arrive where they come from.
    public func observe(on scheduler: some Scheduler) -> ObservableSequence {
        ObservableSequence { downstream in
            Coordinator((), downstream, on: scheduler).pass(self) { completion, _, out in out.end(completion) }
        }
    }
}
