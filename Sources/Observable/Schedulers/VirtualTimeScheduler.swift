import Locking

/// A scheduler whose time a test moves: what would take hours runs at once, in the same order every time.
///
///     let time = VirtualTimeScheduler()
///     values.debounce(.seconds(1), on: time).subscribe(onNext: { … })
///     time.advance(by: .seconds(1))
///
/// Actions run on the thread that advances, by their time, and those of one time in the order in which they came. An
/// action without a delay waits for the next advance too, if by zero.
public final class VirtualTimeScheduler: Scheduler {
    private struct Entry {
        let time: Duration
        let action: ScheduledAction
    }

    private struct State {
        var now = Duration.zero
        /// The next one last; of one time, the first to come is nearer to the end.
        var entries: [Entry] = []

        mutating func insert(_ entry: Entry) {
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].time > entry.time { low = middle + 1 } else { high = middle }
            }
            entries.insert(entry, at: low)
        }
    }

    private let state = Mutex(State())

    /// A scheduler at time zero.
    public init() {}

    /// The time, which changes by ``advance(by:)`` and ``advance(to:)`` alone; within an action, the action's.
    public var now: Duration { state.withLock { $0.now } }

    /// How many actions wait. One that was disposed is not among them.
    public var count: Int { state.withLock { $0.entries.count } }

    /// Runs the action with the next advance.
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(after: .zero, action)
    }

    /// Runs the action when the time has come that is so much later than now.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let scheduled = ScheduledAction(action)
        state.withLock { state in
            state.insert(Entry(time: (state.now + delay.clamped).clamped, action: scheduled))
        }
        return ClosureDisposable { [self] in
            scheduled.dispose()
            state.withLock { $0.entries.removeAll { $0.action === scheduled } }
        }
    }

    /// Lets so much time pass and runs what falls into it, also what is scheduled meanwhile.
    public func advance(by duration: Duration) {
        advance(to: now + duration.clamped)
    }

    /// Lets time pass up to this moment, itself included, and runs what falls into it; an earlier one changes nothing.
    public func advance(to time: Duration) {
        let time = time.clamped
        while let action = next(until: time) { action.run() }
    }

    private func next(until time: Duration) -> ScheduledAction? {
        state.withLock { state in
            guard let entry = state.entries.last, entry.time <= time else {
                state.now = max(state.now, time)
                return nil
            }
            state.entries.removeLast()
            state.now = max(state.now, entry.time)
            return entry.action
        }
    }
}
