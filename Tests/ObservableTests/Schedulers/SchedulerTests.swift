import ApusObservable
import Dispatch
import Locking
import Testing

@Suite(.timeLimit(.minutes(5))) struct SchedulerTests {
    private static let endless: [Duration] = [
        .seconds(Int64.max), .seconds(Int64.min),
        Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
    ]

    @Test("Virtual time runs actions by their time, those of one time in order, and those scheduled meanwhile")
    func virtual() {
        let time = VirtualTimeScheduler()
        let lines = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { name in
            let now = time.now
            lines.withLock { $0.append("\(name) \(now.components.seconds)") }
        }
        time.schedule(after: .seconds(2)) { note("c") }
        time.schedule(after: .seconds(1)) {
            note("a")
            time.schedule { note("a again") }
            time.schedule(after: .seconds(1)) { note("d") }
            time.schedule(after: .seconds(9)) { note("late") }
        }
        time.schedule(after: .seconds(1)) { note("b") }
        let taken = time.schedule(after: .seconds(1)) { note("never") }
        taken.dispose()
        time.schedule { note("now") }
        #expect(lines.withLock { $0 } == [])
        time.advance(by: .zero)
        #expect(lines.withLock { $0 } == ["now 0"])
        time.advance(by: .seconds(3))
        #expect(lines.withLock { $0 } == ["now 0", "a 1", "b 1", "a again 1", "c 2", "d 2"])
        #expect(time.now == .seconds(3) && time.count == 1)
        time.advance(to: .seconds(1))
        #expect(time.now == .seconds(3))
        time.advance(to: .seconds(10))
        #expect(lines.withLock { $0.last } == "late 10" && time.count == 0)
    }

    @Test("Durations beyond all bounds don't trap", arguments: endless)
    func huge(_ duration: Duration) {
        let virtual = VirtualTimeScheduler()
        let count = Count()
        for _ in 0..<300 {
            virtual.schedule(after: duration) { count.add() }
            virtual.advance(by: duration)
        }
        virtual.advance(by: .zero)
        #expect(count.value == 300)
        for scheduler in [SerialScheduler(), ConcurrentScheduler(), ImmediateScheduler()] as [any Scheduler] {
            scheduler.schedule(after: duration) {}.dispose()
        }
        ObservableSequence.timer(after: duration, every: duration, on: virtual).subscribe().dispose()
    }

    @Test("The immediate scheduler runs before it returns, and after a delay elsewhere")
    func immediate() async {
        let count = Count()
        ImmediateScheduler().schedule { count.add() }
        #expect(count.value == 1)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            ImmediateScheduler().schedule(after: .milliseconds(1)) { continuation.resume() }
        }
    }

    @Test("A serial scheduler keeps the order, over a concurrent queue too")
    func serial() async {
        for scheduler in [SerialScheduler(), SerialScheduler(queue: .global())] {
            let order = Mutex<[Int]>([])
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                for number in 0..<1_000 {
                    scheduler.schedule { order.withLock { $0.append(number) } }
                }
                scheduler.schedule { continuation.resume() }
            }
            #expect(order.withLock { $0 } == Array(0..<1_000))
        }
    }

    @Test("An action that was disposed does not run, and what it captured is gone at once")
    func disposed() async {
        let queue = DispatchQueue(label: "test")
        let scheduler = SerialScheduler(queue: queue)
        let census = Census()
        queue.suspend()
        let count = Count()
        let handles = Self.schedule(Tracked(census), on: scheduler, count)
        #expect(census.alive == 1)
        for handle in handles { handle.dispose() }
        #expect(census.alive == 0)
        queue.resume()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            scheduler.schedule { continuation.resume() }
        }
        #expect(count.value == 0)
    }

    private static func schedule(
        _ tracked: Tracked, on scheduler: some Scheduler, _ count: Count
    ) -> [any Disposable] {
        let action: @Sendable () -> Void = {
            tracked.touch()
            count.add()
        }
        return [scheduler.schedule(action), scheduler.schedule(after: .seconds(3600), action)]
    }
}
