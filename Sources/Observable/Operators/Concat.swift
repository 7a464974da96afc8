extension ObservableSequence {
    /// The values of these sequences, one sequence after the other: each is subscribed to when the one before completes.
    ///
    /// Of none, it completes at once. A failure ends it, and what comes after is not subscribed to.
    public static func concat(_ sources: some Collection<ObservableSequence>) -> ObservableSequence {
        let sources = Array(sources)
        if sources.isEmpty { return .empty() }
        return ObservableSequence { downstream in
            let upstream = SerialDisposable()
            downstream.begin(upstream)
            // No coordinator: the next begins after the end of the one before, so there is one event at a time.
            Relay.run(0) { index, follow in
                let slot = SingleAssignmentDisposable()
                upstream.set(slot)
                if slot.isDisposed { return }
                sources[index].run(
                    Sink(
                        begin: { slot.set($0) }, next: downstream.next,
                        end: { completion in
                            if case .completed = completion, index + 1 < sources.count { return follow(index + 1) }
                            downstream.end(completion)
                        }))
            }
        }
    }

    /// The values of this sequence, then those of others; the rules are those of the static `concat`.
    public func concat(_ others: ObservableSequence...) -> ObservableSequence {
        .concat([self] + others)
    }
}
