import ApusCore

extension Core {
    /// Tells those who listen of a progress; after the end it does nothing.
    func report(_ progress: TransferProgress) {
        state.withLock { state in
            guard state.settlement == nil else { return }
            let step = ProgressStep(old: state.progress, new: progress)
            state.progress = progress
            if state.isPaused {
                state.heldProgress = ProgressStep(old: state.heldProgress?.old ?? step.old, new: progress)
            } else {
                deliver(step, state)
            }
        }
    }

    func deliver(_ step: ProgressStep, _ state: State) {
        for reaction in state.reactions where reaction.hearsProgress {
            reaction.queue.async {
                // What was on its way when the promise was cancelled is not heard any more.
                if !self.isCancelled { reaction.run(step) }
            }
        }
    }

    /// Who comes late hears how far it has come: what runs may be faster than the one who adds a handler.
    func deliverNewestProgress(to reaction: Listener, _ state: State) {
        guard let progress = state.progress, reaction.hearsProgress else { return }
        reaction.queue.async {
            if !self.isCancelled { reaction.run(ProgressStep(old: nil, new: progress)) }
        }
    }

    private var isCancelled: Bool {
        state.withLock { state in
            guard case .rejected(let rejection) = state.settlement else { return false }
            return rejection.isCancelled
        }
    }
}
