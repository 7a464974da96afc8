import ApusObservable
import Locking
import Testing

@Suite(.timeLimit(.minutes(5))) struct RetryWhenTests {
    private let source = HandSource<Int, Oops>()
    private let trigger = HandSource<Void, Oops>()
    private let recorder = Recorder<Int, Oops>()

    private func subscribe() -> any Disposable {
        let trigger = trigger.observable
        return recorder.subscribe(to: source.observable.retry { _ in trigger })
    }

    @Test("A trigger's value subscribes again, once a failure; while the source runs it does nothing")
    func next() {
        _ = subscribe()
        #expect(source.subscriptions == 1 && trigger.subscriptions == 1)
        trigger.next(())
        #expect(source.subscriptions == 1)
        source.next(1)
        source.error(.one)
        #expect(source.subscriptions == 1 && source.disposals == 1)
        trigger.next(())
        trigger.next(())
        #expect(source.subscriptions == 2)
        source.next(2)
        source.error(.two)
        trigger.next(())
        source.next(3)
        source.completed()
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed] && recorder.disposals == 1)
        #expect(trigger.subscriptions == 1 && trigger.disposals == 1 && source.disposals == 3)
    }

    @Test(
        "A trigger's completion completes and its error is the error, also while the source runs",
        arguments: [true, false], [true, false])
    func ends(fails: Bool, isRunning: Bool) {
        _ = subscribe()
        source.next(1)
        if !isRunning { source.error(.one) }
        if fails { trigger.error(.two) } else { trigger.completed() }
        source.next(2)
        #expect(recorder.events == [.next(1), fails ? .error(.two) : .completed] && recorder.disposals == 1)
        #expect(source.subscriptions == 1 && source.disposals == 1 && trigger.disposals == 1)
    }

    @Test(
        "A dispose ends both, whether the source runs or a failure waits; a trigger after it does nothing",
        arguments: [true, false])
    func disposes(isRunning: Bool) {
        let handle = subscribe()
        if !isRunning { source.error(.one) }
        handle.dispose()
        trigger.next(())
        source.next(1)
        #expect(recorder.events == [] && recorder.disposals == 1)
        #expect(source.subscriptions == 1 && source.disposals == 1 && trigger.disposals == 1)
    }

    @Test("The handler hears each failure, in order, once a subscription")
    func failures() {
        let heard = Mutex<[Oops]>([])
        let calls = Count()
        let sequence = source.observable.retry { failures in
            calls.add()
            return failures.map { failure in heard.withLock { $0.append(failure) } }
        }
        #expect(calls.value == 0)
        let never = Recorder<Int, Never>()
        never.subscribe(to: sequence)
        source.error(.one)
        source.error(.two)
        source.next(5)
        source.completed()
        #expect(heard.withLock { $0 } == [.one, .two] && calls.value == 1)
        #expect(never.events == [.next(5), .completed] && source.subscriptions == 3)
    }

    @Test("Triggers that answer at once: a hundred thousand take no stack, and time in proportion")
    func many() async {
        let isLinear = await isLinear(100_000) { count in
            let turns = Count()
            let heard = await onThread {
                ObservableSequence<Int, Oops>.deferred { turns.add() <= count ? .error(.one) : .just(7) }
                    .retry { $0 }.heard
            }
            #expect(heard == [.next(7), .completed] && turns.value == count + 1)
        }
        #expect(isLinear)
    }

    @Test("What follows a failure is heard while it speaks, also where it has no end", arguments: [true, false])
    func endless(isAtOnce: Bool) {
        let (turns, said) = (Count(), Count())
        let sequence = ObservableSequence<Int, Oops>.create { observer in
            if turns.add() <= 3 {
                observer.error(.one)
            } else {
                // There is an end, so that the test comes to one as well.
                while !observer.isDisposed, said.value < 10_000 { observer.next(said.add()) }
            }
            return ClosureDisposable()
        }
        let trigger = trigger.observable
        recorder.subscribe(
            to: sequence.retry { isAtOnce ? $0.map { _ in }.setFailureType(to: Oops.self) : trigger }.take(3))
        if !isAtOnce { for _ in 1...3 { self.trigger.next(()) } }
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed] && recorder.disposals == 1)
        #expect(said.value == 3 && turns.value == 4)
    }

    @Test("A trigger that says all within subscribe: it is over before the source begins")
    func atOnce() {
        #expect(source.observable.retry { _ in ObservableSequence<Int, Oops>.just(1) }.heard == [.completed])
        #expect(source.observable.retry { _ in ObservableSequence<Int, Oops>.error(.two) }.heard == [.error(.two)])
        #expect(source.subscriptions == 0)
    }

    @Test("With a delay it waits on the scheduler, and a dispose takes the timer back")
    func waits() {
        let time = VirtualTimeScheduler()
        let recorder = Recorder<Int, Never>()
        let handle = recorder.subscribe(to: source.observable.retry { $0.delay(.seconds(2), on: time) })
        source.error(.one)
        time.advance(by: .seconds(1))
        #expect(source.subscriptions == 1 && time.count == 1)
        time.advance(by: .seconds(1))
        #expect(source.subscriptions == 2 && time.count == 0)
        source.error(.one)
        #expect(time.count == 1)
        handle.dispose()
        #expect(time.count == 0 && source.subscriptions == 2 && recorder.disposals == 1)
    }

    @Test("Who listens to the failures by hand holds nothing once it is over")
    func escapes() {
        let kept = Kept()
        let census = Census()
        Self.listen(to: source, Tracked(census), kept)
        #expect(census.alive == 1)
        source.completed()
        #expect(census.alive == 0)
        let late = Recorder<Oops, Never>()
        for failures in kept.all.withLock({ $0 }) { late.subscribe(to: failures) }
        #expect(late.events == [])
    }

    private final class Kept: Sendable {
        let all = Mutex<[ObservableSequence<Oops, Never>]>([])
    }

    private static func listen(
        to source: HandSource<Int, Oops>, _ tracked: Tracked, _ kept: Kept
    ) {
        source.observable.retry { failures in
            kept.all.withLock { $0.append(failures) }
            failures.subscribe(onNext: { _ in tracked.touch() })
            return ObservableSequence<Int, Never>.never()
        }.subscribe()
    }
}
