public import ApusCore
import Locking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that stands still until it is told to advance: for tests of waiting that don't wait.
///
/// Give it to `Client(…, clock:)`. What would sleep for hours sleeps until the test says that hours have passed:
///
///     let clock = ManualClock()
///     let endpoint = Endpoint { GET("/slow"); Timeout(.seconds(10)) }     // and a stub that never answers
///     let call = Task { await Client("…", transport: stub, clock: clock).call(endpoint).result }
///     try await clock.waitForSleepers()       // the deadline waits
///     clock.advance(by: .seconds(10))
///     let result = await call.value           // .transport, of kind .timeout
///
/// Always wait for the sleepers before advancing: who begins to sleep later sleeps from the new time.
public final class ManualClock: WallClock {
    /// A point in the clock's time, as the time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The instant at a time since the clock was made.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The instant that is so much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// How much later the other instant is.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Whether the first instant comes before the second.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private typealias Continuation = CheckedContinuation<Void, any Error>

    /// Somebody who waits: for an instant, or for a number of others to wait for one.
    private struct Waiter<Goal: Sendable>: Sendable {
        let id: Int
        let goal: Goal
        let continuation: Continuation
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Waiter<Instant>] = []
        var watchers: [Waiter<Int>] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    private let start: Date

    /// A clock at its beginning, where its ``date`` is the one given: the first second of 2001 where nothing is said.
    public init(date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        start = date
    }

    /// The clock's time, which changes by ``advance(by:)`` alone.
    public var now: Instant { state.withLock(\.now) }

    /// The date and time: the one that the clock began with, and as much later as it was advanced.
    public var date: Date {
        let (seconds, attoseconds) = min(now.offset, .seconds(1_000_000_000_000)).components
        return start.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Zero: the clock is as fine as its numbers.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep on the clock.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    /// Lets time pass and wakes those whose time has come, the earliest deadline first, among equals the first to sleep.
    ///
    /// All of them see the new time. Whoever goes to sleep again sleeps from it. A duration below zero does nothing.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: max(duration, .zero))
            let now = state.now
            let due = state.sleepers.filter { $0.goal <= now }.sorted { ($0.goal, $0.id) < ($1.goal, $1.id) }
            state.sleepers.removeAll { $0.goal <= now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock is advanced to the deadline or past it; `tolerance` means nothing here.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(Waiter(id: id, goal: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { Self.take(id, from: &$0.sleepers) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until at least so many tasks sleep on the clock, so that a test need not guess when they are there.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async throws {
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                watch(Waiter(id: id, goal: count, continuation: continuation))
            }
        } onCancel: {
            let watcher = state.withLock { Self.take(id, from: &$0.watchers) }
            watcher?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension ManualClock {
    private func nextID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    private static func take<Goal: Sendable>(_ id: Int, from waiters: inout [Waiter<Goal>]) -> Waiter<Goal>? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
    }

    /// Cancellation is looked at under the lock, so that it comes either before this or finds the sleeper.
    private func fallAsleep(_ sleeper: Waiter<Instant>) {
        let (isAsleep, isCancelled, watchers) = state.withLock { state in
            guard !Task.isCancelled else { return (false, true, [Waiter<Int>]()) }
            guard sleeper.goal > state.now else { return (false, false, []) }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let satisfied = state.watchers.filter { $0.goal <= count }
            state.watchers.removeAll { $0.goal <= count }
            return (true, false, satisfied)
        }
        for watcher in watchers { watcher.continuation.resume() }
        if isCancelled {
            sleeper.continuation.resume(throwing: CancellationError())
        } else if !isAsleep {
            sleeper.continuation.resume()
        }
    }

    private func watch(_ watcher: Waiter<Int>) {
        let (isWaiting, isCancelled) = state.withLock { state in
            guard !Task.isCancelled else { return (false, true) }
            guard state.sleepers.count < watcher.goal else { return (false, false) }
            state.watchers.append(watcher)
            return (true, false)
        }
        if isCancelled {
            watcher.continuation.resume(throwing: CancellationError())
        } else if !isWaiting {
            watcher.continuation.resume()
        }
    }
}

extension ManualClock: CustomReflectable {
    /// The time: nothing that prints a value by its parts may walk into the lock.
    public var customMirror: Mirror { Mirror(self, children: ["now": now.offset]) }
}
