import Locking

extension ObservableSequence {
    /// The values that differ from the one before, by a comparison of one's own.
    public func distinctUntilChanged(
        by areEqual: @escaping @Sendable (Element, Element) -> Bool
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let last = Mutex<Element?>(nil)
            run(
                Sink(
                    begin: downstream.begin,
                    next: { value in
                        let old = last.withLock { $0 }
                        if let old, areEqual(old, value) { return }
                        // The old one comes out with the swap, and is let go of outside the lock.
                        var replaced: Element? = value
                        last.withLock { swap(&$0, &replaced) }
                        downstream.next(value)
                    }, end: downstream.end))
        }
    }
}

extension ObservableSequence where Element: Equatable {
    /// The values that differ from the one before.
    public func distinctUntilChanged() -> ObservableSequence {
        distinctUntilChanged { $0 == $1 }
    }
}
