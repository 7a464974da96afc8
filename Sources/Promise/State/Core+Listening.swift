import ApusCore
import Dispatch

extension Core {
    /// Adds one who listens. It is told on its queue and never in here, also where the promise is settled already.
    func add(_ reaction: Listener, handlesFailure: Bool = false) {
        state.withLock { state in
            if handlesFailure { state.isHandled = true }
            if !state.isPaused { deliverNewestProgress(to: reaction, state) }
            guard let settlement = state.settlement, !state.isPaused else { return state.reactions.append(reaction) }
            reaction.queue.async { reaction.run(settlement) }
        }
    }

    /// Waits for another promise in place of what it has waited for; if this one is settled, the other isn't wanted.
    func follow<Other, OtherFailure>(
        _ other: Core<Other, OtherFailure>, on queue: DispatchQueue? = nil,
        _ react: @escaping @Sendable (Settlement<Other, OtherFailure>) -> Void
    ) {
        let report: @Sendable (ProgressStep) -> Void = { self.report($0.new) }
        wait(for: other, Reaction(on: queue ?? self.queue, progressed: report, react), isOnly: true)
    }

    /// Waits for another promise beside those that it waits for already.
    func join<Other, OtherFailure>(_ other: Core<Other, OtherFailure>, _ reaction: Reaction<Other, OtherFailure>) {
        wait(for: other, reaction, isOnly: false)
    }

    private func wait<Other, OtherFailure>(
        for other: Core<Other, OtherFailure>, _ reaction: Reaction<Other, OtherFailure>, isOnly: Bool
    ) {
        let entry = Upstream(core: other, reaction: reaction)
        other.childJoined()
        let (isSettled, replaced): (Bool, [Upstream]) = state.withLock { state in
            guard state.settlement == nil else { return (true, []) }
            var replaced: [Upstream] = []
            if isOnly { swap(&replaced, &state.upstream) }
            state.upstream.append(entry)
            return (false, replaced)
        }
        withExtendedLifetime(replaced) {}
        // Last: from here on the reaction may run, and wait for something else in the other's place.
        if isSettled { [entry].leave() } else { other.add(reaction, handlesFailure: true) }
    }

    /// Takes over the outcome of another promise, starting it where it waits to be started.
    func adopt(_ other: Core) {
        guard other !== self else { return refuseItself() }
        follow(other) { self.settle($0) }
        other.startAll()
    }

    private func refuseItself() {
        let error = SelfReference()
        guard let failure = error as? Failure else {
            UnhandledFailures.report(error, from: "promise")
            settle(.rejected(Rejection(cancelledFailure.failure, isCancelled: false)))
            return
        }
        settle(.rejected(Rejection(failure, isCancelled: false)))
    }

    /// What is done when the promise is cancelled: at once where it was, never where it has settled otherwise.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            guard let settlement = state.settlement else {
                state.cancelActions.append(action)
                return false
            }
            if case .rejected(let rejection) = settlement { return rejection.isCancelled }
            return false
        }
        if isCancelled { action() }
    }
}
