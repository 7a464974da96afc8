import ApusObservable
import Locking
import TestSupport
import Testing

@Suite(.apart, .timeLimit(.minutes(5))) struct ZipCombineTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private typealias Source = HandSource<Int, Oops>

    /// Each shape of two sequences must say the same.
    private static let zips: [@Sendable (Numbers, Numbers) -> ObservableSequence<[Int], Oops>] = [
        { ObservableSequence.zip($0, $1).map { [$0, $1] } }, { $0.zip(with: $1).map { [$0.0, $0.1] } },
        { ObservableSequence.zip([$0, $1]) },
        { ObservableSequence.zip($0, $1, .from(0...2)).map { one, two, _ in [one, two] } },
        { $0.zip(with: .from(0...2), $1).map { one, _, two in [one, two] } },
    ]
    private static let latest: [@Sendable (Numbers, Numbers) -> ObservableSequence<[Int], Oops>] = [
        { ObservableSequence.combineLatest($0, $1).map { [$0, $1] } },
        { $0.combineLatest(with: $1).map { [$0.0, $0.1] } }, { ObservableSequence.combineLatest([$0, $1]) },
        { ObservableSequence.combineLatest($0, $1, .just(0)).map { one, two, _ in [one, two] } },
        { $0.combineLatest(with: .just(0), $1).map { one, _, two in [one, two] } },
    ]

    @Test("zip pairs in order, and completes as soon as no pair is possible any more", arguments: zips.indices)
    func zip(_ index: Int) {
        let make = Self.zips[index]
        let (one, two) = (Source(), Source())
        let recorder = Recorder<[Int], Oops>()
        recorder.subscribe(to: make(one.observable, two.observable))
        one.next(1)
        one.next(2)
        #expect(recorder.values == [])
        two.next(11)
        one.completed()
        #expect(recorder.events == [.next([1, 11])])
        two.next(12)
        #expect(recorder.events == [.next([1, 11]), .next([2, 12]), .completed])
        #expect(two.disposals == 1)
        // One that has ended with nothing waiting ends it at once.
        let (three, four) = (Source(), Source())
        let short = Recorder<[Int], Oops>()
        short.subscribe(to: make(three.observable, four.observable))
        three.next(1)
        four.completed()
        #expect(short.events == [.completed] && three.disposals == 1)
        #expect(make(.from(1...2), .from(1...9)).heard == [.next([1, 1]), .next([2, 2]), .completed])
        #expect(make(.empty(), .never()).heard == [.completed])
    }

    @Test("zip ends with the first failure, although values wait", arguments: zips.indices)
    func zipFails(_ index: Int) {
        for number in 0...1 {
            let sources = [Source(), Source()]
            let recorder = Recorder<[Int], Oops>()
            recorder.subscribe(to: Self.zips[index](sources[0].observable, sources[1].observable))
            sources[number].next(1)
            sources[number].error(.two)
            #expect(recorder.events == [.error(.two)])
            #expect(sources.map(\.disposals) == [1, 1])
        }
    }

    @Test(
        "combineLatest tells the latest of each once each has one, and completes when all have",
        arguments: latest.indices)
    func combine(_ index: Int) {
        let (one, two) = (Source(), Source())
        let recorder = Recorder<[Int], Oops>()
        recorder.subscribe(to: Self.latest[index](one.observable, two.observable))
        one.next(1)
        one.next(2)
        #expect(recorder.values == [])
        two.next(11)
        two.next(12)
        two.completed()
        one.next(3)
        one.completed()
        #expect(recorder.events == [.next([2, 11]), .next([2, 12]), .next([3, 12]), .completed])
    }

    @Test("combineLatest completes where one does without a value, and ends with a failure", arguments: latest.indices)
    func combineEnds(_ index: Int) {
        for number in 0...1 {
            for fails in [true, false] {
                let sources = [Source(), Source()]
                let recorder = Recorder<[Int], Oops>()
                recorder.subscribe(to: Self.latest[index](sources[0].observable, sources[1].observable))
                sources[1 - number].next(1)
                if fails { sources[number].error(.two) } else { sources[number].completed() }
                #expect(recorder.events == [fails ? .error(.two) : .completed])
                #expect(sources.map(\.disposals) == [1, 1])
            }
        }
    }

    @Test("Of none, both complete at once")
    func none() {
        #expect(ObservableSequence<[Int], Oops>.zip([Numbers]()).heard == [.completed])
        #expect(ObservableSequence<[Int], Oops>.combineLatest([Numbers]()).heard == [.completed])
        #expect(ObservableSequence.zip([Numbers.just(1)]).heard == [.next([1]), .completed])
        #expect(ObservableSequence.combineLatest([Numbers.just(1)]).heard == [.next([1]), .completed])
    }

    @Test("Values that are nil are values")
    func optionals() {
        typealias Maybe = ObservableSequence<Int?, Oops>
        #expect(Maybe.just(nil).combineLatest(with: Maybe.just(nil)).heard.count == 2)
        #expect(Maybe.just(nil).zip(with: Maybe.just(nil)).heard.count == 2)
        #expect(
            ObservableSequence.combineLatest([Maybe.just(nil), .just(nil)]).heard == [.next([nil, nil]), .completed])
        #expect(Maybe.just(1).withLatestFrom(Maybe.just(nil)).heard.count == 2)
    }

    @Test("Many values that wait for a partner take linear time")
    func waiting() async {
        let count = Workload.scaled(30_000)
        let counts = await onThread {
            Self.zips.prefix(3).map { make in
                let (second, seen) = (Source(), Count())
                make(.from(0..<count), second.observable).subscribe(onNext: { _ in seen.add() }, onError: { _ in })
                for value in 0..<count { second.next(value) }
                return seen.value
            }
        }
        #expect(counts == [count, count, count])
    }

    @Test("withLatestFrom tells this sequence's values with the other's latest, and completes with this")
    func withLatestFrom() {
        let (source, other) = (Source(), Source())
        let recorder = Recorder<[Int], Oops>()
        recorder.subscribe(to: source.observable.withLatestFrom(other.observable).map { [$0, $1] })
        source.next(1)
        other.next(11)
        other.next(12)
        source.next(2)
        other.completed()
        source.next(3)
        source.completed()
        #expect(recorder.events == [.next([2, 12]), .next([3, 12]), .completed])
        #expect(Numbers.just(1).withLatestFrom(Numbers.just(2)).map { $0 + $1 }.heard == [.next(3), .completed])
        #expect(Numbers.just(1).withLatestFrom(Numbers.error(.one)).map { $0.0 }.heard == [.error(.one)])
        #expect(Numbers.error(.two).withLatestFrom(Numbers.just(1)).map { $0.0 }.heard == [.error(.two)])
        #expect(Numbers.empty().withLatestFrom(Numbers.never()).map { $0.0 }.heard == [.completed])
    }

    @Test("take(until:) completes with the other's first value, and both are disposed before it is told")
    func takeUntil() {
        let (source, other) = (Source(), Source())
        let seen = Mutex<[Int]>([])
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(
            to: source.observable.take(until: other.observable).do(onCompleted: {
                seen.withLock { $0 = [source.disposals, other.disposals] }
            }))
        source.next(1)
        other.next(0)
        source.next(2)
        #expect(recorder.events == [.next(1), .completed] && seen.withLock { $0 } == [1, 1])
        #expect(source.observable.take(until: Numbers.just(1)).heard == [.completed])
        #expect(source.subscriptions == 1)
        #expect(Numbers.just(1).take(until: Numbers.empty()).heard == [.next(1), .completed])
        #expect(Numbers.never().take(until: Numbers.error(.one)).heard == [.error(.one)])
        #expect(Numbers.error(.two).take(until: Numbers.never()).heard == [.error(.two)])
        #expect(Numbers.never().take(until: ObservableSequence.just(1)).heard == [.completed])
    }
}
