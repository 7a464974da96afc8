extension ObservableSequence {
    /// A sequence that needs something for as long as it runs: a file, a lock, a spinner.
    ///
    ///     ObservableSequence.using({ Spinner() }) { _ in client.observable(company) }
    ///
    /// For each subscription it is made anew, on the subscribing thread, and disposed once: before an end is told, or
    /// after the sequence was disposed.
    public static func using<Resource: Disposable>(
        _ make: @escaping @Sendable () -> Resource,
        _ use: @escaping @Sendable (Resource) -> ObservableSequence
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let upstream = SingleAssignmentDisposable()
            let all = CompositeDisposable([upstream])
            downstream.begin(all)
            if all.isDisposed { return }
            let resource = make()
            // Once, also where the resource counts.
            all.add(ClosureDisposable { resource.dispose() })
            if all.isDisposed { return }
            use(resource).run(
                Sink(
                    begin: { upstream.set($0) }, next: downstream.next,
                    end: { completion in
                        all.dispose()
                        downstream.end(completion)
                    }))
        }
    }
}
