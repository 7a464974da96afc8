import ApusObservable
import Testing

@Suite struct PeriodicTimerTests {
    private let time = JumpingScheduler()
    private let recorder = Recorder<Int, Never>()

    private func ticks(every interval: Duration) -> ObservableSequence<Int, Never> {
        .timer(after: .seconds(1), every: interval, on: time)
    }

    @Test("After eight hours of sleep there is one late tick, then the next at its time")
    func sleeps() {
        let handle = recorder.subscribe(to: ticks(every: .seconds(30)))
        time.jump(to: .seconds(1))
        #expect(recorder.values == [0] && time.due == [.seconds(31)])
        time.jump(to: .seconds(8 * 3600))
        #expect(recorder.values == [0, 1] && time.due == [.seconds(8 * 3600 + 1)])
        time.jump(to: .seconds(8 * 3600 + 0.5))
        #expect(recorder.values == [0, 1])
        time.jump(to: .seconds(8 * 3600 + 1))
        #expect(recorder.values == [0, 1, 2] && time.due == [.seconds(8 * 3600 + 31)])
        handle.dispose()
    }

    @Test("A tick that is late by less than an interval changes nothing for the next")
    func late() {
        let handle = recorder.subscribe(to: ticks(every: .seconds(10)))
        time.jump(to: .seconds(3))
        #expect(time.due == [.seconds(11)])
        time.jump(to: .seconds(20.5))
        #expect(time.due == [.seconds(21)])
        time.jump(to: .seconds(31))
        #expect(recorder.values == [0, 1, 2] && time.due == [.seconds(41)])
        handle.dispose()
    }

    @Test("A subscriber that was busy for some intervals hears one late tick, then the next at its time")
    func busy() {
        let time = time
        let handle = recorder.subscribe(to: ticks(every: .seconds(10))) { value in
            if value == 1 { time.now = .seconds(46) }
        }
        time.jump(to: .seconds(1))
        time.jump(to: .seconds(11))
        #expect(recorder.values == [0, 1] && time.due == [.seconds(46) + .nanoseconds(1)])
        time.jump(to: .seconds(46) + .nanoseconds(1))
        #expect(recorder.values == [0, 1, 2] && time.due == [.seconds(51)])
        handle.dispose()
    }

    @Test("The rhythm is kept exactly over a hundred years of nanoseconds")
    func exact() {
        let handle = recorder.subscribe(to: ticks(every: .nanoseconds(7)))
        let century = Duration.nanoseconds(3_155_760_000_000_000_000)
        for wake in 0..<7 {
            let now = .seconds(1) + century * (wake + 1) + .nanoseconds(3 * wake)
            time.jump(to: now)
            let next = time.due.first ?? .zero
            let (seconds, attoseconds) = (next - .seconds(1)).components
            let remainder = (seconds % 7 * (1_000_000_000 % 7) + attoseconds / 1_000_000_000) % 7
            #expect(next > now && next <= now + .nanoseconds(7) && remainder == 0)
        }
        #expect(recorder.values == Array(0..<7))
        handle.dispose()
    }

    @Test("A scheduler of virtual time goes through every tick")
    func virtual() {
        let time = VirtualTimeScheduler()
        let handle = recorder.subscribe(to: .timer(after: .seconds(1), every: .seconds(1), on: time))
        time.advance(by: .seconds(5))
        #expect(recorder.values == [0, 1, 2, 3, 4])
        handle.dispose()
    }
}
