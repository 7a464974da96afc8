extension Promise {
    /// After a failure does again what made this promise, at most so many times; the last failure is passed on.
    ///
    ///     client.promise(company).retry(3, delay: { .seconds($0) }) { failure in failure.response == nil }
    ///
    /// The call is made again, and every step that leads from it to this promise runs again; only a step that had its
    /// value already when the next one was added keeps it. `when` says of a failure whether it is worth it; a
    /// cancellation never is. `delay` gives the wait before each new attempt, the first being 1. Cancelling ends the wait
    /// as well as the attempt. Progress of every attempt is heard below the retry, above it that of the first alone.
    ///
    /// For this a promise keeps what began it, and one that failed keeps what its steps captured, as long as it is kept
    /// itself.
    public func retry(
        _ times: Int, delay: @escaping @Sendable (_ attempt: Int) -> Duration = { _ in .zero },
        clock: any Clock<Duration> = ContinuousClock(), when isWorthIt: @escaping @Sendable (Failure) -> Bool
    ) -> Promise {
        let recipe = core.recipe
        return derived { parent, child in
            Retrying(times: times, recipe: recipe, delay: delay, clock: clock, isWorthIt: isWorthIt)
                .attempt(0, parent, for: child)
        }
    }

    /// After any failure but a cancellation does again what made this promise; see ``retry(_:delay:clock:when:)``.
    public func retry(
        _ times: Int, delay: @escaping @Sendable (_ attempt: Int) -> Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Promise {
        retry(times, delay: delay, clock: clock) { _ in true }
    }

    /// After any failure but a cancellation does again at once what made this promise; see ``retry(_:delay:clock:when:)``.
    public func retry(_ times: Int) -> Promise {
        retry(times) { _ in true }
    }
}

/// How the attempts of one promise follow each other.
private struct Retrying<Value: Sendable, Failure: Error>: Sendable {
    let times: Int
    let recipe: Recipe
    let delay: @Sendable (Int) -> Duration
    let clock: any Clock<Duration>
    let isWorthIt: @Sendable (Failure) -> Bool

    /// Waits for one attempt, after which so many were made again, and makes the next where it is worth it.
    func attempt(_ number: Int, _ parent: Core<Value, Failure>, for child: Core<Value, Failure>) {
        child.follow(parent) { settlement in
            guard case .rejected(let rejection) = settlement, !rejection.isCancelled, number < times,
                isWorthIt(rejection.error)
            else {
                child.settle(settlement)
                return
            }
            let pause = delay(number + 1)
            guard pause > .zero else { return again(number + 1, for: child) }
            child.wait(pause, clock, for: number + 1) { again($0, for: child) }
        }
    }

    private func again(_ number: Int, for child: Core<Value, Failure>) {
        guard child.settlement == nil else { return }
        let parent: Core<Value, Failure> = recipe.make()
        attempt(number, parent, for: child)
        parent.startAll()
    }
}
