import ApusObservable
import Dispatch
import TestSupport
import Testing

/// The operators that know time, with sources and schedulers on other threads.
@Suite(.apart, .timeLimit(.minutes(5))) struct TimeStressTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private typealias Operator = @Sendable (Numbers, any Scheduler) -> Numbers

    private static let operators: [Operator] = [
        { $0.delay(.microseconds(50), on: $1) },
        { $0.debounce(.microseconds(2), on: $1) },
        { $0.throttle(.microseconds(20), on: $1) },
        { $0.throttle(.microseconds(20), latest: false, on: $1) },
        { $0.timeout(.seconds(100), on: $1, error: .two) },
    ]

    @Test("One event at a time, in order, and none lost that should not be", arguments: operators.indices)
    func order(_ index: Int) async {
        for scheduler in [ConcurrentScheduler(), SerialScheduler(), ImmediateScheduler()] as [any Scheduler] {
            let recorder = Recorder<Int, Oops>()
            let source = Numbers.create { observer in
                DispatchQueue.global().async {
                    for value in 0..<5_000 { observer.next(value) }
                    observer.completed()
                }
                return ClosureDisposable()
            }
            recorder.subscribe(to: Self.operators[index](source, scheduler))
            await recorder.waitUntilDisposed()
            let (values, last, overlaps) = (recorder.values, recorder.events.last, recorder.overlaps)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
            #expect(last == .completed && overlaps == 0 && recorder.disposals == 1)
            switch index {
            case 0, 4: #expect(values.count == 5_000)
            case 1, 2: #expect(values.last == 4_999, "the completion tells what waits")
            default: #expect(values.first == 0)
            }
        }
    }

    @Test(
        "A dispose against the timer and the source: one end, and the source is disposed", arguments: operators.indices)
    func race(_ index: Int) async {
        for round in 0..<Workload.scaled(300) {
            let source = HandSource<Int, Oops>()
            let recorder = Recorder<Int, Oops>()
            let handle = recorder.subscribe(to: Self.operators[index](source.observable, .concurrent))
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {
                for value in 0..<20 { source.next(value) }
                if round % 2 == 0 { source.completed() }
            }
            DispatchQueue.global().async(group: group) { handle.dispose() }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                group.notify(queue: .global()) { continuation.resume() }
            }
            await recorder.waitUntilDisposed()
            let (disposals, ended, overlaps) = (recorder.disposals, source.disposals, recorder.overlaps)
            guard disposals == 1, ended == 1, overlaps == 0 else {
                Issue.record("round \(round): \(disposals) disposals of the subscription, \(ended) of the source")
                return
            }
        }
    }

    @Test("delay takes time in proportion to the values that wait")
    func linear() async {
        let isLinear = await isLinear(50_000) { count in
            let seen = await onThread {
                let time = VirtualTimeScheduler()
                let source = HandSource<Int, Oops>()
                let seen = Count()
                source.observable.delay(.seconds(1), on: time).subscribe(onNext: { _ in seen.add() })
                for value in 0..<count {
                    source.next(value)
                    time.advance(by: .microseconds(1))
                }
                time.advance(by: .seconds(2))
                return seen.value
            }
            #expect(seen == count)
        }
        #expect(isLinear)
    }
}
