import ApusObservable
import Locking
import Testing

@Suite struct SourceTests {
    @Test("The simple sources say what they are made of")
    func simple() {
        #expect(ObservableSequence<Int, Oops>.just(1).heard == [.next(1), .completed])
        #expect(ObservableSequence<Int, Oops>.from([1, 2]).heard == [.next(1), .next(2), .completed])
        #expect(ObservableSequence<Int, Oops>.error(.two).heard == [.error(.two)])
        #expect(ObservableSequence<Int, Oops>.empty().heard == [.completed])
        #expect(ObservableSequence<Int, Oops>.never().heard == [])
        #expect(ObservableSequence.from("ab").heard == [.next("a"), .next("b"), .completed])
    }

    @Test("A deferred sequence is made for each subscription")
    func deferred() {
        let count = Count()
        let sequence = ObservableSequence<Int, Oops>.deferred { .just(count.add()) }
        #expect(count.value == 0)
        #expect(sequence.heard == [.next(1), .completed])
        #expect(sequence.heard == [.next(2), .completed])
    }

    @Test("A timer fires once after its delay")
    func timer() {
        let time = VirtualTimeScheduler()
        let recorder = Recorder<Int, Never>()
        recorder.subscribe(to: .timer(after: .seconds(2), on: time))
        time.advance(by: .seconds(1))
        #expect(recorder.events == [])
        time.advance(by: .seconds(1))
        #expect(recorder.events == [.next(0), .completed] && recorder.disposals == 1 && time.count == 0)
    }

    @Test("A periodic timer counts until it is disposed, and then nothing waits on the scheduler")
    func periodic() {
        let time = VirtualTimeScheduler()
        let recorder = Recorder<Int, Never>()
        let handle = recorder.subscribe(to: .timer(after: .seconds(1), every: .seconds(10), on: time))
        time.advance(by: .seconds(1))
        #expect(recorder.values == [0])
        time.advance(by: .seconds(29))
        #expect(recorder.values == [0, 1, 2])
        time.advance(by: .seconds(1))
        #expect(recorder.values == [0, 1, 2, 3])
        handle.dispose()
        #expect(time.count == 0)
        time.advance(by: .seconds(100))
        #expect(recorder.values == [0, 1, 2, 3] && recorder.disposals == 1)
    }

    @Test("A timer that is disposed from within its tick stops there, on real schedulers too")
    func disposedInTick() async {
        for scheduler in [SerialScheduler(), ConcurrentScheduler(), ImmediateScheduler()] as [any Scheduler] {
            let recorder = Recorder<Int, Never>()
            recorder.subscribe(to: Self.ticks(on: scheduler).take(3))
            await recorder.waitUntilDisposed()
            let events = recorder.events
            #expect(events == [.next(0), .next(1), .next(2), .completed])
        }
    }

    private static func ticks(on scheduler: some Scheduler) -> ObservableSequence<Int, Never> {
        .timer(after: .zero, every: .milliseconds(1), on: scheduler)
    }
}
