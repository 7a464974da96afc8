extension Core {
    /// Holds back what would be delivered; says whether that took effect.
    func pause() -> Bool {
        state.withLock { state in
            guard state.settlement == nil, !state.isPaused, state.start == nil else { return false }
            state.isPaused = true
            return true
        }
    }

    /// Delivers what was held back, and what comes; says whether it was paused.
    func resume() -> Bool {
        state.withLock { state in
            guard state.isPaused else { return false }
            state.isPaused = false
            if let step = state.heldProgress { deliver(step, state) }
            state.heldProgress = nil
            Self.deliver(&state)
            return true
        }
    }

    func start() -> Bool {
        let (start, actions) = state.withLock { state in
            defer {
                state.start = nil
                state.startActions = []
            }
            return (state.start, state.startActions)
        }
        start?(self)
        for action in actions { action() }
        return start != nil
    }

    func waitForStart(_ action: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.start != nil { state.startActions.append(action) }
            return state.start != nil
        }
    }

    var upstream: [Upstream] { state.withLock { $0.upstream } }

    /// The outcome, where it is known, also one that is held back.
    var settlement: Outcome? { state.withLock { $0.settlement } }

    func childJoined() {
        state.withLock { $0.children += 1 }
    }

    func childLeft() -> [Upstream] {
        let wasLast = state.withLock { state in
            state.children -= 1
            return state.children == 0 && state.settlement == nil
        }
        return wasLast ? endAsCancelled(nil) ?? [] : []
    }

    func endIfStuck() {
        let isStuck = state.withLock { $0.isPaused || $0.start != nil }
        guard isStuck else { return }
        // What was held back is the outcome, whether or not somebody resumes it.
        queue.async { if !self.cancel() { _ = self.resume() } }
    }

    /// Nobody is left who could settle it.
    func abandon() {
        let isSettled = state.withLock { $0.settlement != nil }
        // On a queue, as above: who lets go of a promise may hold a lock of its own.
        if !isSettled { queue.async { self.cancel() } }
    }
}
