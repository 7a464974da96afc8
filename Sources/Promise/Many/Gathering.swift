import ApusCore
import Locking

/// Makes one outcome of those of many promises.
final class Gathering<Element: Sendable, ElementFailure: Error, Kept: Sendable, Value: Sendable, Failure: Error>:
    Sendable
{
    /// What one outcome means.
    enum Decision: Sendable {
        /// It is part of the whole.
        case keep(Kept)
        /// It is the end of the whole.
        case settle(Settlement<Value, Failure>)
    }

    private struct State {
        var kept: [Kept?]
        var missing: Int
        var progress: [TransferProgress?]
        var sum = ProgressSum()
        /// The handles of those that were not started yet: without one, what waits to be started would end.
        var waiting: [Promise<Element, ElementFailure>?]
        /// The first of those that were not looked at for being started.
        var next = 0
        /// Which of them were started in here, and so count for the limit.
        var isStarted: [Bool]
    }

    private let cores: [Core<Element, ElementFailure>]
    private let result: Core<Value, Failure>
    private let decide: @Sendable (Settlement<Element, ElementFailure>) -> Decision
    private let whenAllAreKept: @Sendable ([Kept]) -> Settlement<Value, Failure>
    private let state: Mutex<State>

    init(
        of cores: [Core<Element, ElementFailure>], keeping promises: [Promise<Element, ElementFailure>] = [],
        for result: Core<Value, Failure>,
        _ decide: @escaping @Sendable (Settlement<Element, ElementFailure>) -> Decision,
        _ whenAllAreKept: @escaping @Sendable ([Kept]) -> Settlement<Value, Failure>
    ) {
        self.cores = cores
        self.result = result
        self.decide = decide
        self.whenAllAreKept = whenAllAreKept
        state = Mutex(
            State(
                kept: Array(repeating: nil, count: cores.count), missing: cores.count,
                progress: Array(repeating: nil, count: cores.count), waiting: promises,
                isStarted: Array(repeating: false, count: cores.count)))
    }

    /// Waits for all of them, and starts the first of those that wait to be started.
    func begin(_ concurrency: Int?) {
        guard !cores.isEmpty else {
            result.settle(whenAllAreKept([]))
            return
        }
        for (index, core) in cores.enumerated() {
            result.join(
                core,
                Reaction(on: result.queue, progressed: { self.progress($0.new, at: index) }) {
                    self.settled($0, at: index)
                })
        }
        for _ in 0..<max(concurrency ?? cores.count, 1) where !startNext() { break }
    }

    /// Starts the next that waits for it and is not over at once; says whether there was one.
    @discardableResult
    private func startNext() -> Bool {
        while let (index, promise) = takeNext() {
            let isStarted = cores[index].startAll()
            withExtendedLifetime(promise) {}
            // It may have ended before it was known whether it was started, or ran already; then its place is free again.
            let isRunning = state.withLock { state in
                state.isStarted[index] = isStarted
                return isStarted && state.kept[index] == nil
            }
            if isRunning { return true }
        }
        return false
    }

    private func takeNext() -> (index: Int, promise: Promise<Element, ElementFailure>?)? {
        state.withLock { state in
            guard state.next < cores.count else { return nil }
            let index = state.next
            state.next += 1
            return (index, index < state.waiting.count ? state.waiting[index].take() : nil)
        }
    }

    private func settled(_ settlement: Settlement<Element, ElementFailure>, at index: Int) {
        switch decide(settlement) {
        case .settle(let settlement): result.settleEarly(settlement)
        case .keep(let kept): keep(kept, at: index)
        }
    }

    private func keep(_ kept: Kept, at index: Int) {
        let (all, gaveWay): ([Kept]?, Bool) = state.withLock { state in
            state.kept[index] = kept
            state.missing -= 1
            return (state.missing == 0 ? state.kept.compactMap { $0 } : nil, state.isStarted[index])
        }
        if let all {
            result.settle(whenAllAreKept(all))
        } else if gaveWay {
            startNext()
        }
    }

    private func progress(_ progress: TransferProgress, at index: Int) {
        let sum = state.withLock { state in
            if let old = state.progress[index] { state.sum.subtract(old) }
            state.sum.add(progress)
            state.progress[index] = progress
            return state.sum
        }
        result.report(sum.progress(progress.direction, of: cores.count))
    }
}
