import Locking

extension ObservableSequence {
    /// The first values, so many at most, then completion; the source is disposed before the completion is told.
    ///
    /// With a count of zero or less the source is not subscribed to.
    public func take(_ count: Int) -> ObservableSequence {
        guard count > 0 else { return .empty() }
        return ObservableSequence { downstream in
            let left = Mutex(count)
            let upstream = SingleAssignmentDisposable()
            run(
                Sink(
                    begin: { source in
                        upstream.set(source)
                        downstream.begin(upstream)
                    },
                    next: { value in
                        let number = left.withLock { left in
                            left -= 1
                            return left
                        }
                        guard number >= 0 else { return }
                        downstream.next(value)
                        guard number == 0 else { return }
                        upstream.dispose()
                        downstream.end(.completed)
                    },
                    end: { completion in
                        if left.withLock({ $0 > 0 }) { downstream.end(completion) }
                    }))
        }
    }

    /// The first value, then completion; only completion where there is none.
    public func first() -> ObservableSequence {
        take(1)
    }
}
