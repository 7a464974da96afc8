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
        /// The first of those that were not looked at for being started.
        var next = 0
    }

    private let cores: [Core<Element, ElementFailure>]
    /// The handles, without which what waits to be started would end.
    private let promises: [Promise<Element, ElementFailure>]
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
        self.promises = promises
        self.result = result
        self.decide = decide
        self.whenAllAreKept = whenAllAreKept
        state = Mutex(
            State(
                kept: Array(repeating: nil, count: cores.count), missing: cores.count,
                progress: Array(repeating: nil, count: cores.count)))
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

    /// Starts the next that waits for it; says whether there was one.
    @discardableResult
    private func startNext() -> Bool {
        while let core = takeNext() {
            if core.startAll() { return true }
        }
        return false
    }

    private func takeNext() -> Core<Element, ElementFailure>? {
        state.withLock { state in
            guard state.next < cores.count else { return nil }
            defer { state.next += 1 }
            return cores[state.next]
        }
    }

    private func settled(_ settlement: Settlement<Element, ElementFailure>, at index: Int) {
        switch decide(settlement) {
        case .settle(let settlement): result.settleEarly(settlement)
        case .keep(let kept): keep(kept, at: index)
        }
    }

    private func keep(_ kept: Kept, at index: Int) {
        let all: [Kept]? = state.withLock { state in
            state.kept[index] = kept
            state.missing -= 1
            return state.missing == 0 ? state.kept.compactMap { $0 } : nil
        }
        if let all {
            result.settle(whenAllAreKept(all))
        } else {
            startNext()
        }
    }

    private func progress(_ progress: TransferProgress, at index: Int) {
        let known = state.withLock { state in
            state.progress[index] = progress
            return state.progress
        }
        let totals = known.compactMap { $0?.total }
        result.report(
            TransferProgress(
                progress.direction, completed: Self.sum(known.map { $0?.completed ?? 0 }),
                total: totals.count == known.count ? Self.sum(totals) : nil))
    }

    /// The numbers may be anybody's: too much is the most there is.
    private static func sum(_ numbers: [Int64]) -> Int64 {
        numbers.reduce(0) { sum, number in
            let (next, isOver) = sum.addingReportingOverflow(number)
            return isOver ? .max : next
        }
    }
}
