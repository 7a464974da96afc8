extension Core {
    /// Settles unless it is settled already; says whether it took effect.
    @discardableResult
    func settle(_ settlement: Outcome) -> Bool {
        end(with: settlement) != nil
    }

    /// Settles although what it waits for goes on, which is told that it isn't wanted any more.
    @discardableResult
    func settleEarly(_ settlement: Outcome) -> Bool {
        guard let remains = end(with: settlement) else { return false }
        remains.upstream.leave()
        return true
    }

    /// Settles as cancelled, and closes what is under way for it.
    @discardableResult
    func cancel(_ failure: Failure? = nil) -> Bool {
        guard let upstream = endAsCancelled(failure) else { return false }
        upstream.leave()
        return true
    }

    func endAsCancelled(_ failure: Failure?) -> [Upstream]? {
        guard let remains = end(with: failure.map { .cancelled($0) } ?? .cancelled(cancelledFailure)) else {
            return nil
        }
        for action in remains.cancelActions { action() }
        return remains.upstream
    }

    private func end(with settlement: Outcome) -> Remains? {
        state.withLock { state in
            guard state.settlement == nil else { return nil }
            state.settlement = settlement
            let isFinal = !state.isRoot && Self.isFinal(settlement)
            // A cancellation need not wait for a resume that may never come.
            if case .rejected(let rejection) = settlement, rejection.isCancelled { state.isPaused = false }
            let remains = Remains(
                upstream: state.upstream, cancelActions: state.cancelActions, start: state.start,
                startActions: state.startActions, recipe: isFinal ? state.recipe : nil)
            if isFinal { state.recipe = nil }
            state.startActions = []
            state.upstream = []
            state.cancelActions = []
            state.start = nil
            if !state.isPaused { Self.deliver(&state) }
            return remains
        }
    }

    /// Whether there is nothing to try again.
    static func isFinal(_ settlement: Outcome) -> Bool {
        guard case .rejected(let rejection) = settlement else { return true }
        return rejection.isCancelled
    }

    /// Hands the reactions to their queues, those that follow each other on one queue as one block.
    static func deliver(_ state: inout State) {
        guard let settlement = state.settlement else { return }
        let reactions = state.reactions
        state.reactions = []
        guard reactions.count != 1 else {
            // The usual case, which needs no batches.
            let only = reactions[0]
            return only.queue.async { only.run(settlement) }
        }
        var rest = reactions[...]
        while let queue = rest.first?.queue {
            let batch = rest.prefix { $0.queue === queue }
            rest = rest.dropFirst(batch.count)
            queue.async { for reaction in batch { reaction.run(settlement) } }
        }
    }
}
