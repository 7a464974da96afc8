extension ObservableSequence {
    /// These values first, within `subscribe`, then the sequence's own.
    public func startWith(_ values: Element...) -> ObservableSequence {
        ObservableSequence { downstream in
            let upstream = SingleAssignmentDisposable()
            downstream.begin(upstream)
            for value in values {
                if upstream.isDisposed { return }
                downstream.next(value)
            }
            if upstream.isDisposed { return }
            run(Sink(begin: { upstream.set($0) }, next: downstream.next, end: downstream.end))
        }
    }
}
