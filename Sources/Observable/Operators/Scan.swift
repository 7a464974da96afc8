import Locking

extension ObservableSequence {
    /// What has become of a first result after each value: running totals and the like. The first result is not emitted.
    public func scan<Result: Sendable>(
        _ initial: Result, _ combine: @escaping @Sendable (Result, Element) -> Result
    ) -> ObservableSequence<Result, Failure> {
        ObservableSequence<Result, Failure> { downstream in
            let result = Mutex(initial)
            run(
                Sink(
                    begin: downstream.begin,
                    next: { value in
                        // One event at a time comes here: nobody changes it while the closure runs, outside the lock.
                        let old = result.withLock { $0 }
                        let new = combine(old, value)
                        // The old one comes out with the swap, and is let go of outside the lock.
                        var replaced = new
                        result.withLock { swap(&$0, &replaced) }
                        downstream.next(new)
                    }, end: downstream.end))
        }
    }
}
