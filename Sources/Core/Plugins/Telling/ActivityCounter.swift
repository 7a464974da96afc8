import Dispatch
import Locking

/// Counts calls under way and tells of the first and of the last; what all copies of an ``Activity`` share.
final class ActivityCounter: Sendable {
    private struct State {
        var count = 0
        var lastID = 0
        /// Calls that have not lasted for the threshold yet.
        var waiting: Set<Int> = []
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    private let tell: @Sendable (Bool) -> Void

    init(on queue: DispatchQueue, _ tell: @escaping @Sendable (Bool) -> Void) {
        // Serial, whatever the queue below is.
        self.queue = DispatchQueue(label: "apus.activity", target: queue)
        self.tell = tell
    }

    /// A call counts from now on.
    func begin() {
        state.withLock { add(1, to: &$0) }
    }

    /// A call that counted has ended.
    func end() {
        state.withLock { add(-1, to: &$0) }
    }

    /// A call has begun that may turn out too short to count.
    func wait() -> Int {
        state.withLock { state in
            state.lastID += 1
            state.waiting.insert(state.lastID)
            return state.lastID
        }
    }

    /// A call that waited counts from now on, unless it has ended.
    func begin(_ call: Int) {
        state.withLock { state in
            if state.waiting.remove(call) != nil { add(1, to: &state) }
        }
    }

    /// A call that waited has ended, whether it came to count or not.
    func end(_ call: Int) {
        state.withLock { state in
            if state.waiting.remove(call) == nil { add(-1, to: &state) }
        }
    }

    /// Handing over to the queue runs nothing by itself; under the lock, so that the order is that of the changes.
    private func add(_ change: Int, to state: inout State) {
        let before = state.count
        state.count += change
        guard (before == 0) != (state.count == 0) else { return }
        queue.async { [tell, isActive = state.count > 0] in tell(isActive) }
    }
}
