import Locking

/// Handlers that can be taken away together, for instance with the screen that they draw on.
///
///     let screen = HandlerGroup()
///     client.promise(company).success(in: screen) { corporation in label.text = corporation.name }
///     screen.remove()
///
/// Removing handlers doesn't cancel the promise: others may wait for it. Letting go of the group removes nothing.
public final class HandlerGroup: Sendable {
    private struct State {
        var reactions: [any AnyReaction] = []
        /// How many there may be before those are looked for that have run.
        var limit = 16
    }

    private let state = Mutex(State())

    /// A group without handlers.
    public init() {}

    /// Takes all its handlers away, so that none of them runs any more; says whether any was still to run.
    ///
    /// What a handler captured is let go of. A handler that runs already goes on to its end.
    @discardableResult
    public func remove() -> Bool {
        let taken = state.withLock { state in
            defer { state = State() }
            return state.reactions
        }
        return taken.map { $0.drop() }.contains(true)
    }

    func add(_ reaction: any AnyReaction) {
        state.withLock { state in
            if state.reactions.count >= state.limit {
                state.reactions.removeAll { !$0.isWaiting }
                state.limit = 2 * state.reactions.count + 16
            }
            state.reactions.append(reaction)
        }
    }
}
