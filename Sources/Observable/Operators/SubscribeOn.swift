extension ObservableSequence {
    /// The source is started on this scheduler; where its events arrive is up to the source.
    public func subscribe(on scheduler: some Scheduler) -> ObservableSequence {
        ObservableSequence { downstream in
            let upstream = SerialDisposable()
            downstream.begin(upstream)
            upstream.schedule(on: scheduler, after: .zero) {
                run(Sink(begin: { upstream.set($0) }, next: downstream.next, end: downstream.end))
            }
        }
    }
}
