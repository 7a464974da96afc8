extension Coordinator {
    /// Like `listen`, for what has something to do outside the lock as well: both closures run there and `update`.
    ///
    /// To call a closure of the user, to subscribe, or to let go of a value that an `update` has replaced.
    func attach<Value, Other>(
        _ source: ObservableSequence<Value, Other>,
        next: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable (Completion<Other>) -> Void
    ) {
        let upstream = SingleAssignmentDisposable()
        guard let key = upstreams.add(upstream) else { return }
        source.run(
            Sink(
                begin: { upstream.set($0) }, next: next,
                end: { completion in
                    self.upstreams.remove(key)
                    end(completion)
                }))
    }
}
