extension Promise {
    /// Cancels, and closes what runs for this promise; what goes on from it fails as cancelled. Says whether it took effect.
    ///
    /// What this promise goes on from is cancelled, too, unless others go on from it as well. Without an error the failure is
    /// the one that stands for "cancelled". A settled promise stays as it is.
    @discardableResult
    public func cancel(error: Failure? = nil) -> Bool {
        core.cancel(error)
    }

    /// Holds back the outcome and the progress of this promise until `resume()`; says whether it took effect.
    ///
    /// What runs goes on: an outcome that arrives meanwhile is kept. A cancellation is delivered all the same.
    @discardableResult
    public func pause() -> Bool {
        guard core.pause() else { return false }
        lease.keep(core)
        return true
    }

    /// Delivers what was held back, and starts what this promise goes on from if it was made `paused`. Says whether it took effect.
    @discardableResult
    public func resume() -> Bool {
        let wasPaused = core.resume()
        return core.startAll() || wasPaused
    }
}
