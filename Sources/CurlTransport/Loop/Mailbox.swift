import CCurl
import Locking

/// Where transfers are handed to a loop, in batches; it is woken only when it sleeps.
final class Mailbox: Sendable {
    /// What has been handed over since the loop last looked.
    struct Batch {
        var started: [Transfer] = []
        var cancelled: [Transfer] = []
        /// Those that were paused, and need not be any more.
        var resumed: [Transfer] = []
        var isClosed = false

        /// Lets go of the transfers, which may be all that keeps a transport, and keeps the room for the next. What ends on
        /// the threads that wait for it is also freed there then, not here.
        mutating func removeAll() {
            started.removeAll(keepingCapacity: true)
            cancelled.removeAll(keepingCapacity: true)
            resumed.removeAll(keepingCapacity: true)
        }

        var isEmpty: Bool { started.isEmpty && cancelled.isEmpty && resumed.isEmpty }
    }

    private struct State {
        var batch = Batch()
        var isAsleep = false
        var isRefusing = false
        var load = 0
    }

    private let state = Mutex(State())
    /// Made ready to wake the loop.
    let signal: Int32

    /// Nil where the system has no descriptor left.
    init?() {
        signal = apus_signal_create()
        if signal < 0 { return nil }
    }

    deinit {
        if signal >= 0 { apus_close(signal) }
    }

    /// How many transfers were handed over that are not done.
    var load: Int { state.withLock(\.load) }

    /// Whether there is no loop to take anything.
    var isRefusing: Bool { state.withLock(\.isRefusing) }

    /// Has the loop carry out a transfer; false where there is no loop.
    func start(_ transfer: Transfer) -> Bool {
        put { state in
            state.load += 1
            state.batch.started.append(transfer)
        }
    }

    /// Has the loop close a transfer that was handed over, or is about to be.
    func cancel(_ transfer: Transfer) {
        _ = put { $0.batch.cancelled.append(transfer) }
    }

    /// Has the loop go on with a transfer that it paused.
    func resume(_ transfer: Transfer) {
        _ = put { $0.batch.resumed.append(transfer) }
    }

    /// Has the loop end when it has nothing more to do.
    func close() {
        _ = put { $0.batch.isClosed = true }
    }

    private func put(_ change: (inout State) -> Void) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            if state.isRefusing { return (false, false) }
            change(&state)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { apus_signal_raise(signal) }
        return isTaken
    }

    /// What has come since the last time, in exchange for an empty batch; so many transfers were done meanwhile.
    func take(into batch: inout Batch, done count: Int) {
        state.withLock { state in
            state.isAsleep = false
            state.load -= count
            swap(&state.batch.started, &batch.started)
            swap(&state.batch.cancelled, &batch.cancelled)
            swap(&state.batch.resumed, &batch.resumed)
            batch.isClosed = state.batch.isClosed
        }
    }

    /// Takes nothing from now on; gives what had come.
    func refuse() -> [Transfer] {
        state.withLock { state in
            state.isRefusing = true
            defer { state.batch = Batch() }
            return state.batch.started
        }
    }

    /// Whether there is nothing to take, so that the loop may sleep: what comes from now on wakes it.
    func allowsSleep(after taken: Batch) -> Bool {
        let knowsClosed = taken.isClosed
        return state.withLock { state in
            state.isAsleep = state.batch.isEmpty && state.batch.isClosed == knowsClosed
            return state.isAsleep
        }
    }
}
