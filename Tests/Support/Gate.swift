import Locking

/// Holds tasks back until it is opened; who is cancelled while waiting goes on and is counted.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var arrivals = 0
        var cancelled = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How many have come.
    package var arrivals: Int { state.withLock(\.arrivals) }

    /// How many waiting tasks were cancelled.
    package var cancelled: Int { state.withLock(\.cancelled) }

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits at the gate.
    package func pass() async {
        let id = state.withLock { state in
            state.arrivals += 1
            return state.arrivals
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (goesOn, watchers) = state.withLock { state in
                    let goesOn = state.isOpen || Task.isCancelled
                    if Task.isCancelled { state.cancelled += 1 }
                    if !goesOn { state.waiting[id] = continuation }
                    let arrivals = state.arrivals
                    let reached = state.watchers.filter { $0.count <= arrivals }
                    state.watchers.removeAll { $0.count <= arrivals }
                    return (goesOn, reached)
                }
                for watcher in watchers { watcher.continuation.resume() }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.waiting.removeValue(forKey: id)
                if continuation != nil { state.cancelled += 1 }
                return continuation
            }
            continuation?.resume()
        }
    }

    /// Waits until so many have come to the gate.
    package func waitForArrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrivals >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
