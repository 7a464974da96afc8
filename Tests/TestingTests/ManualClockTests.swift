import ApusTesting
import Dispatch
import Locking
import Testing

struct ManualClockTests {
    private let clock = ManualClock()

    @Test("Time stands still until it is advanced")
    func time() {
        let start = clock.now
        #expect(start.offset == .zero)
        clock.advance(by: .seconds(90))
        clock.advance(by: .milliseconds(500))
        #expect(start.duration(to: clock.now) == .milliseconds(90_500))
        clock.advance(by: .seconds(-1))
        #expect(clock.now.offset == .milliseconds(90_500))
    }

    @Test("A sleeper wakes at its deadline and not before")
    func deadline() async throws {
        let isAwake = Mutex(false)
        let task = Task {
            try await clock.sleep(for: .seconds(10))
            isAwake.withLock { $0 = true }
        }
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleepers == 1)
        #expect(!isAwake.withLock { $0 })
        clock.advance(by: .milliseconds(1))
        #expect(clock.sleepers == 0)
        try await task.value
        #expect(isAwake.withLock { $0 })
    }

    @Test("A deadline that has come already is not slept for")
    func past() async throws {
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: ManualClock.Instant(offset: .seconds(-1)))
        #expect(clock.sleepers == 0)
    }

    @Test("One step wakes all whose time has come, and leaves the others")
    func several() async throws {
        let tasks = [3, 1, 2].map { seconds in
            Task { try await clock.sleep(for: .seconds(seconds)) }
        }
        let late = Task { try await clock.sleep(for: .seconds(4)) }
        try await clock.waitForSleepers(4)
        clock.advance(by: .seconds(3))
        for task in tasks { try await task.value }
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        try await late.value
    }

    @Test("Sleepers resume in the order of their deadlines, among equals in that of falling asleep")
    func order() async throws {
        let executor = InOrder()
        var tasks: [Task<Void, any Error>] = []
        for (name, seconds) in [("third", 3), ("first", 1), ("second", 2), ("second again", 2)] {
            tasks.append(
                Task(executorPreference: executor) { [clock] in
                    try await clock.sleep(for: .seconds(seconds))
                    executor.log.withLock { $0.append(name) }
                })
            try await clock.waitForSleepers(tasks.count)
        }
        // The last one has told of itself and may not be suspended yet: it would go on before the others.
        executor.waitUntilIdle()
        clock.advance(by: .seconds(5))
        for task in tasks { try await task.value }
        #expect(executor.log.withLock { $0 } == ["first", "second", "second again", "third"])
    }

    @Test("A sleeper that is cancelled wakes with the error of cancellation")
    func cancellation() async throws {
        let task = Task { try await clock.sleep(for: .seconds(10)) }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
        clock.advance(by: .seconds(10))
    }

    @Test("A task that is cancelled does not fall asleep")
    func cancelledBefore() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(10))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
    }

    @Test("Waiting for sleepers ends with the last of them, at once where they sleep, and with its cancellation")
    func waiting() async throws {
        try await clock.waitForSleepers(0)
        let waiting = Task { try await clock.waitForSleepers(2) }
        let sleepers = [
            Task { try await clock.sleep(for: .seconds(1)) }, Task { try await clock.sleep(for: .seconds(2)) },
        ]
        try await waiting.value
        #expect(clock.sleepers == 2)
        try await clock.waitForSleepers(2)
        let inVain = Task { try await clock.waitForSleepers(3) }
        inVain.cancel()
        await #expect(throws: CancellationError.self) { try await inVain.value }
        clock.advance(by: .seconds(2))
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test("Any clock's users can use it, and a stopwatch shows its time")
    func anyClock() async throws {
        let anyClock: any Clock<Duration> = clock
        let task = Task { try await anyClock.measure { try await anyClock.sleep(for: .seconds(7)) } }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(8))
        #expect(try await task.value == .seconds(8))
    }

    @Test("A thousand sleepers and as many cancellations lose nobody")
    func many() async throws {
        let tasks = (1...1000).map { number in
            Task { try await clock.sleep(for: .milliseconds(number)) }
        }
        try await clock.waitForSleepers(1000)
        await withTaskGroup(of: Void.self) { group in
            for (index, task) in tasks.enumerated() where index.isMultiple(of: 3) {
                group.addTask { task.cancel() }
            }
            for _ in 1...10 { group.addTask { clock.advance(by: .milliseconds(100)) } }
        }
        var woken = 0
        for task in tasks {
            switch await task.result {
            case .success: woken += 1
            case .failure(let error): #expect(error is CancellationError)
            }
        }
        #expect(woken >= 666)
        #expect(clock.sleepers == 0)
    }
}

/// Runs tasks one at a time, in the order in which they were resumed.
private final class InOrder: TaskExecutor {
    let log = Mutex<[String]>([])
    private let queue = DispatchQueue(label: "in order")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func waitUntilIdle() { queue.sync {} }
}
