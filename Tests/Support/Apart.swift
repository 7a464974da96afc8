import Dispatch
import Locking
package import Testing

/// Runs tests that compute for seconds on threads of their own, one test at a time: `@Suite(.apart)`.
///
/// Tests share a thread for each processor. Two that keep theirs would hold up all others, and some of those measure time.
package struct Apart: SuiteTrait, TestTrait, TestScoping {
    private static let threads = Threads()
    private static let turns = Turns()

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.turns.take()
        defer { Self.turns.pass() }
        try await withTaskExecutorPreference(Self.threads) { try await function() }
    }

    private final class Threads: TaskExecutor {
        private let queue = DispatchQueue(label: "tests apart", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private final class Turns: Sendable {
        private struct State {
            var isTaken = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        func take() async {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    defer { state.isTaken = true }
                    if state.isTaken { state.waiting.append(continuation) }
                    return !state.isTaken
                }
                if goesOn { continuation.resume() }
            }
        }

        func pass() {
            let next = state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.isTaken = false
                    return nil as CheckedContinuation<Void, Never>?
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
    }
}

extension Trait where Self == Apart {
    /// On threads apart from the other tests.
    package static var apart: Apart { Apart() }
}
