import ApusCore
import ApusObservable
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimeTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private let time = VirtualTimeScheduler()
    private let source = HandSource<Int, Oops>()
    private let recorder = Recorder<Int, Oops>()

    private func advance(_ seconds: Double) {
        time.advance(by: .seconds(seconds))
    }

    @Test("timeout counts from the subscription, then from each value; its timer goes with the end", arguments: 0..<4)
    func timeout(ending: Int) {
        let handle = recorder.subscribe(to: source.observable.timeout(.seconds(10), on: time, error: .two))
        advance(9.5)
        source.next(1)
        advance(9.5)
        source.next(2)
        advance(9.5)
        #expect(recorder.values == [1, 2] && !recorder.isEnded && time.count == 1, "one timer, however many values")
        switch ending {
        case 0: advance(0.5)
        case 1: source.error(.one)
        case 2: source.completed()
        default: handle.dispose()
        }
        let end: [Event<Int, Oops>] = [[.error(.two)], [.error(.one)], [.completed], []][ending]
        #expect(recorder.events == [.next(1), .next(2)] + end)
        #expect(recorder.disposals == 1 && source.disposals == 1 && time.count == 0)
        source.next(3)
        advance(100)
        #expect(recorder.events.count == 2 + end.count)
    }

    @Test("timeout with no value at all, and with no time at all")
    func timeoutAtOnce() {
        recorder.subscribe(to: source.observable.timeout(.seconds(1), on: time, error: .two))
        advance(0.5)
        #expect(recorder.events == [])
        advance(0.5)
        #expect(recorder.events == [.error(.two)] && source.disposals == 1)
        #expect(Numbers.never().timeout(.zero, on: .immediate, error: .two).heard == [.error(.two)])
        #expect(Numbers.from(1...3).timeout(.seconds(1), error: .two).heard.count == 4)
    }

    @Test("timeout of a call's events gives a transport error of its kind")
    func timeoutOfCall() {
        let recorder = Recorder<Int, EndpointError<Never>>()
        recorder.subscribe(to: .never().timeout(.seconds(5), on: time))
        advance(5)
        guard case .error(.transport(let error)) = recorder.events.first else {
            Issue.record("\(recorder.events)")
            return
        }
        #expect(error.kind == .timeout && !error.isSafeToRetry && error.detail.contains("5"))
    }

    @Test("delay keeps the distances, and the completion comes after the values")
    func delay() {
        recorder.subscribe(to: source.observable.delay(.seconds(10), on: time))
        source.next(1)
        advance(3)
        source.next(2)
        source.next(3)
        advance(3)
        source.completed()
        #expect(recorder.events == [] && time.count == 1 && source.disposals == 1)
        advance(4)
        #expect(recorder.events == [.next(1)])
        advance(3)
        #expect(recorder.events == [.next(1), .next(2), .next(3)])
        advance(2.5)
        #expect(!recorder.isEnded)
        advance(0.5)
        #expect(recorder.events.last == .completed && recorder.events.count == 4 && time.count == 0)
    }

    @Test("delay tells an error at once, without the values that wait, and a dispose lets go of the timer")
    func delayEnds() {
        recorder.subscribe(to: source.observable.delay(.seconds(1), on: time))
        source.next(1)
        source.error(.one)
        #expect(recorder.events == [.error(.one)] && time.count == 0)
        let other = Recorder<Int, Oops>()
        let handle = other.subscribe(to: source.observable.delay(.seconds(1), on: time))
        source.next(1)
        handle.dispose()
        advance(2)
        #expect(other.events == [] && other.disposals == 1 && source.disposals == 2 && time.count == 0)
    }

    @Test("debounce tells a value when none has followed it for so long, with one timer")
    func debounce() {
        recorder.subscribe(to: source.observable.debounce(.seconds(2), on: time))
        source.next(1)
        advance(1.5)
        source.next(2)
        advance(1.5)
        source.next(3)
        #expect(recorder.events == [] && time.count == 1)
        advance(1.5)
        #expect(recorder.events == [])
        advance(0.5)
        #expect(recorder.events == [.next(3)] && time.count == 0)
        advance(5)
        source.next(4)
        source.completed()
        #expect(recorder.events == [.next(3), .next(4), .completed] && time.count == 0)
    }

    @Test("debounce drops what waits when there is an error or a dispose")
    func debounceEnds() {
        recorder.subscribe(to: source.observable.debounce(.seconds(2), on: time))
        source.next(1)
        source.error(.one)
        #expect(recorder.events == [.error(.one)] && time.count == 0)
        let other = Recorder<Int, Oops>()
        let handle = other.subscribe(to: source.observable.debounce(.seconds(2), on: time))
        source.next(1)
        handle.dispose()
        advance(3)
        #expect(other.events == [] && other.disposals == 1 && time.count == 0)
        #expect(Numbers.empty().debounce(.seconds(1), on: time).heard == [.completed])
    }

    @Test("throttle tells the first at once and the newest of each interval at its end")
    func throttle() {
        recorder.subscribe(to: source.observable.throttle(.seconds(10), on: time))
        source.next(1)
        #expect(recorder.values == [1] && time.count == 0, "no timer without a value that waits")
        advance(4)
        source.next(2)
        advance(4)
        source.next(3)
        #expect(recorder.values == [1] && time.count == 1)
        advance(2)
        #expect(recorder.values == [1, 3])
        advance(5)
        source.next(4)
        #expect(recorder.values == [1, 3])
        advance(5)
        #expect(recorder.values == [1, 3, 4])
        advance(30)
        source.next(5)
        #expect(recorder.values == [1, 3, 4, 5])
        source.next(6)
        source.completed()
        #expect(recorder.events.suffix(2) == [.next(6), .completed] && time.count == 0)
    }

    @Test("throttle without the latest drops what comes within an interval, and needs no timer")
    func throttleFirst() {
        recorder.subscribe(to: source.observable.throttle(.seconds(10), latest: false, on: time))
        for value in 1...5 {
            source.next(value)
            advance(4)
        }
        #expect(recorder.values == [1, 4] && time.count == 0)
        source.completed()
        #expect(recorder.events == [.next(1), .next(4), .completed])
    }

    @Test("throttle drops what waits when there is an error or a dispose")
    func throttleEnds() {
        recorder.subscribe(to: source.observable.throttle(.seconds(2), on: time))
        source.next(1)
        source.next(2)
        source.error(.one)
        #expect(recorder.events == [.next(1), .error(.one)] && time.count == 0)
        let other = Recorder<Int, Oops>()
        let handle = other.subscribe(to: source.observable.throttle(.seconds(2), on: time))
        source.next(1)
        source.next(2)
        handle.dispose()
        advance(3)
        #expect(other.events == [.next(1)] && other.disposals == 1 && time.count == 0)
    }

    @Test(
        "A value that another replaces is let go of at once, and so is what waits at a dispose",
        arguments: [true, false])
    func holdsOne(isThrottle: Bool) {
        let census = Census()
        let source = HandSource<Tracked, Oops>()
        let sequence =
            isThrottle
            ? source.observable.throttle(.seconds(9), on: time) : source.observable.debounce(.seconds(9), on: time)
        let handle = sequence.subscribe()
        for _ in 0..<5 { source.next(Tracked(census)) }
        #expect(census.alive == 1)
        handle.dispose()
        #expect(census.alive == 0)
    }

    @Test("delay holds what waits, and nothing that was told or is over")
    func delayHolds() {
        let census = Census()
        let source = HandSource<Tracked, Oops>()
        let handle = source.observable.delay(.seconds(9), on: time).subscribe()
        for _ in 0..<5 {
            source.next(Tracked(census))
            advance(3)
        }
        #expect(census.alive == 2)
        handle.dispose()
        #expect(census.alive == 0)
    }

    @Test("Without a scheduler they work off a queue of their own")
    func ownQueue() async {
        let numbers = Numbers.from(1...3)
        let times: [Numbers] = [
            numbers.delay(.milliseconds(1)), numbers.debounce(.milliseconds(1)), numbers.throttle(.milliseconds(1)),
        ]
        for sequence in times {
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: sequence)
            await recorder.waitUntilDisposed()
            #expect(recorder.events.last == .completed && recorder.values.last == 3)
        }
        // How many values are in time is up to the machine.
        recorder.subscribe(to: Numbers.never().timeout(.milliseconds(1), error: .two))
        await recorder.waitUntilDisposed()
        #expect(recorder.events == [.error(.two)])
    }
}
