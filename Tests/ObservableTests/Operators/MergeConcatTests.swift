import ApusObservable
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MergeConcatTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private typealias Source = HandSource<Int, Oops>

    @Test("merge hears all as they come, and completes when all have")
    func merge() {
        let (one, two) = (Source(), Source())
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: .merge([one.observable, two.observable]))
        one.next(1)
        two.next(2)
        one.completed()
        two.next(3)
        two.completed()
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
        #expect(Numbers.merge([]).heard == [.completed])
        #expect(Numbers.merge([Numbers.just(1)]).heard == [.next(1), .completed])
        #expect(Numbers.just(1).merge(with: .just(2), .just(3)).heard == [.next(1), .next(2), .next(3), .completed])
    }

    @Test("merge ends with the first failure; sequences whose turn comes after it are not subscribed to")
    func mergeFails() {
        let (one, two) = (Source(), Source())
        #expect(Numbers.merge([one.observable, .error(.one), two.observable]).heard == [.error(.one)])
        #expect(one.disposals == 1 && two.subscriptions == 0)
        #expect(Numbers.merge([.from(0...), two.observable]).take(2).heard == [.next(0), .next(1), .completed])
        #expect(two.subscriptions == 0)
    }

    @Test("concat subscribes to the next when the one before has completed")
    func concat() {
        let (one, two) = (Source(), Source())
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: one.observable.concat(two.observable, .just(9)))
        one.next(1)
        two.next(0)
        #expect(two.subscriptions == 0)
        one.completed()
        #expect(one.disposals == 1 && two.subscriptions == 1)
        one.next(0)
        two.next(2)
        two.completed()
        #expect(recorder.events == [.next(1), .next(2), .next(9), .completed])
        #expect(Numbers.concat([]).heard == [.completed])
        #expect(Numbers.concat([Numbers.empty(), .just(1), .empty()]).heard == [.next(1), .completed])
    }

    @Test("concat ends with a failure, and subscribes to nothing after it or after a dispose")
    func concatEnds() {
        let (one, two) = (Source(), Source())
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: one.observable.concat(two.observable))
        one.error(.one)
        #expect(recorder.events == [.error(.one)] && two.subscriptions == 0)
        #expect(Numbers.just(1).concat(two.observable).take(1).heard == [.next(1), .completed])
        #expect(two.subscriptions == 0)
        let handle = one.observable.concat(two.observable).subscribe(onError: { _ in })
        one.completed()
        handle.dispose()
        #expect(two.subscriptions == 1 && two.disposals == 1)
    }

    @Test("A hundred thousand sequences one after the other, at once or when the first has ended: no deep stack")
    func concatMany() async {
        let count = Workload.scaled(100_000)
        let counts = await onThread {
            [true, false].map { atOnce in
                let (first, seen) = (Source(), Count())
                let rest = (0..<count).map { Numbers.just($0) }
                let all = Numbers.concat((atOnce ? [] : [first.observable]) + rest)
                all.subscribe(onNext: { _ in seen.add() }, onError: { _ in }, onCompleted: { seen.add() })
                first.completed()
                return seen.value
            }
        }
        #expect(counts == [count + 1, count + 1])
    }
}
