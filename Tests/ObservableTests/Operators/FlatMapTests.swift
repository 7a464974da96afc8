import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.apart, .timeLimit(.minutes(5))) struct FlatMapTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private typealias Source = HandSource<Int, Oops>

    private static func sources() -> [Source] { [Source(), Source(), Source()] }

    @Test("flatMap hears all at the same time, and completes when the source and all sequences have")
    func flatMap() {
        let (outer, inner) = (Source(), Self.sources())
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: outer.observable.flatMap { inner[$0].observable })
        inner[0].next(99)
        outer.next(0)
        outer.next(1)
        inner[0].next(1)
        inner[1].next(2)
        inner[0].next(3)
        inner[0].completed()
        outer.completed()
        #expect(!recorder.isEnded)
        inner[1].next(4)
        inner[1].completed()
        #expect(recorder.events == [.next(1), .next(2), .next(3), .next(4), .completed])
        #expect(Numbers.from(1...3).flatMap { Numbers.from(0..<$0) }.heard.count == 7)
        #expect(Numbers.empty().flatMap { Numbers.just($0) }.heard == [.completed])
        #expect(Numbers.from(1...2).flatMap { _ in Numbers.empty() }.heard == [.completed])
    }

    @Test("A failure of the source or of any sequence ends all, and the others are disposed before it is told")
    func failures() {
        for fromOuter in [true, false] {
            let (outer, inner) = (Source(), Self.sources())
            let seen = Mutex<[Int]>([])
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(
                to: outer.observable.flatMap { inner[$0].observable }.do(onError: { _ in
                    seen.withLock { $0 = [outer.disposals, inner[0].disposals, inner[1].disposals] }
                }))
            outer.next(0)
            outer.next(1)
            if fromOuter { outer.error(.one) } else { inner[1].error(.one) }
            inner[0].next(1)
            #expect(recorder.events == [.error(.one)] && recorder.disposals == 1)
            #expect(seen.withLock { $0 } == [1, 1, 1])
        }
    }

    @Test("Disposed, the source and all sequences are, and the closure is not called again", arguments: 1...3)
    func dispose(limit: Int) {
        let (outer, inner, calls) = (Source(), Self.sources(), Count())
        let sequence = outer.observable.map { number in
            Numbers.deferred {
                calls.add()
                return inner[number].observable
            }
        }.merge(maxConcurrent: limit)
        let handle = sequence.subscribe(onError: { _ in })
        for number in 0..<3 { outer.next(number) }
        handle.dispose()
        outer.next(0)
        #expect(outer.disposals == 1 && calls.value == limit)
        #expect(inner.map(\.disposals) == inner.map(\.subscriptions))
        let early = Source()
        early.observable.flatMap { _ in Numbers.never() }.subscribe(onError: { _ in }).dispose()
        #expect(early.disposals == 1)
    }

    @Test("So many sequences at a time: the others wait their turn, in order; zero and less count as one")
    func limits() {
        for (limit, begun) in [(2, 2), (1, 1), (0, 1), (-5, 1), (3, 3), (9, 3)] {
            let inner = Self.sources()
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: Numbers.from(0...2).map { inner[$0].observable }.merge(maxConcurrent: limit))
            #expect(inner.map(\.subscriptions) == (0..<3).map { $0 < begun ? 1 : 0 }, "limit \(limit)")
            for source in inner {
                source.next(1)
                source.completed()
            }
            #expect(recorder.events == [.next(1), .next(1), .next(1), .completed], "limit \(limit)")
            #expect(inner.allSatisfy { $0.subscriptions == 1 })
        }
    }

    @Test("concatMap makes the next sequence when its turn comes, and keeps the order of the source")
    func concatMap() {
        let (outer, inner, calls) = (Source(), Self.sources(), Count())
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(
            to: outer.observable.concatMap { number in
                calls.add()
                return inner[number].observable
            })
        for number in 0..<3 { outer.next(number) }
        outer.completed()
        inner[1].next(9)
        inner[0].next(1)
        #expect(calls.value == 1)
        inner[0].completed()
        inner[1].next(2)
        inner[1].completed()
        #expect(calls.value == 3 && !recorder.isEnded)
        inner[2].error(.two)
        #expect(recorder.events == [.next(1), .next(2), .error(.two)])
        let waiting = (Source(), Recorder<Int, Oops>())
        waiting.1.subscribe(to: waiting.0.observable.concatMap { _ in Numbers.never() })
        for number in 0..<3 { waiting.0.next(number) }
        waiting.0.error(.one)
        #expect(waiting.1.events == [.error(.one)])
    }

    @Test("A sequence without an end that follows another is heard while it speaks")
    func endless() {
        let first = Source()
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: Numbers.from(0...1).concatMap { $0 == 0 ? first.observable : .from(0...) }.take(3))
        first.completed()
        #expect(recorder.events == [.next(0), .next(1), .next(2), .completed])
        #expect(Numbers.from(0...).flatMap { .from($0...) }.take(2).heard == [.next(0), .next(1), .completed])
        #expect(Numbers.from(0...).flatMapLatest { .just($0) }.take(2).heard == [.next(0), .next(1), .completed])
    }

    @Test("flatMapLatest disposes the old before it makes the new, which may speak at once")
    func latestOrder() {
        let lines = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
        let outer = Source()
        outer.observable.flatMapLatest { number in
            note("make \(number)")
            return Numbers.create { observer in
                note("begin \(number)")
                observer.next(number)
                return ClosureDisposable { note("dispose \(number)") }
            }
        }.subscribe(onNext: { note("next \($0)") }, onError: { _ in })
        outer.next(1)
        outer.next(2)
        #expect(
            lines.withLock { $0 } == [
                "make 1", "begin 1", "next 1", "dispose 1", "make 2", "begin 2", "next 2",
            ])
    }

    @Test("flatMapLatest hears the newest alone; it ends with the source and the newest, by a failure of either")
    func latest() {
        let (outer, inner) = (Source(), Self.sources())
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: outer.observable.flatMapLatest { inner[$0].observable })
        outer.next(0)
        inner[0].next(1)
        outer.next(1)
        inner[0].next(2)
        inner[0].error(.one)
        inner[1].next(3)
        #expect(inner[0].disposals == 1)
        inner[1].completed()
        #expect(!recorder.isEnded)
        outer.next(2)
        outer.completed()
        inner[2].next(4)
        inner[2].completed()
        #expect(recorder.events == [.next(1), .next(3), .next(4), .completed])
        #expect(Numbers.just(1).flatMapLatest { _ in Numbers.error(.two) }.heard == [.error(.two)])
        #expect(Numbers.error(.one).flatMapLatest { Numbers.just($0) }.heard == [.error(.one)])
        #expect(Numbers.empty().flatMapLatest { Numbers.just($0) }.heard == [.completed])
    }

    @Test("What an older sequence says while it is disposed is not heard")
    func latestStale() {
        let outer = Source()
        let recorder = Recorder<Int, Oops>()
        let handle = recorder.subscribe(
            to: outer.observable.flatMapLatest { number in
                Numbers.create { observer in
                    observer.next(number)
                    return ClosureDisposable {
                        observer.next(-1)
                        observer.error(.one)
                    }
                }
            })
        for number in 0..<3 { outer.next(number) }
        handle.dispose()
        #expect(recorder.values == [0, 1, 2] && recorder.events.count == 3)
    }

    @Test("A sequence that has ended is let go of, although the source goes on")
    func endedIsReleased() {
        for make in [{ $0.flatMap($1) }, { $0.flatMapLatest($1) }, { $0.concatMap($1) }]
            as [@Sendable (Numbers, @escaping @Sendable (Int) -> Numbers) -> Numbers]
        {
            let (outer, inner, census) = (Source(), Source(), Census())
            let sequence = make(outer.observable) { _ in
                let track = Tracked(census)
                return inner.observable.do(onDispose: { track.touch() })
            }
            let handle = sequence.subscribe(onError: { _ in })
            for _ in 0..<10 {
                outer.next(1)
                #expect(census.alive == 1)
                inner.completed()
                #expect(census.alive == 0)
            }
            handle.dispose()
        }
    }

    @Test(
        "Tens of thousands of sequences that end at once, and as many that wait for one: no deep stack, no quadratic time"
    )
    func many() async {
        let count = Workload.scaled(50_000)
        let counts = await onThread {
            let all: [@Sendable (Numbers) -> Numbers] = [
                { $0.flatMap { .just($0) } }, { $0.concatMap { .just($0) } }, { $0.flatMapLatest { .just($0) } },
                { $0.map { Numbers.just($0) }.merge(maxConcurrent: 3) },
            ]
            let direct = all.map { make in
                let seen = Count()
                make(.from(0..<count)).subscribe(onNext: { _ in seen.add() }, onError: { _ in })
                return seen.value
            }
            let waiting = [1, 2].map { limit in
                let (first, seen) = (Source(), Count())
                Numbers.from(0..<count).map { $0 < limit ? first.observable : Numbers.just($0) }
                    .merge(maxConcurrent: limit)
                    .subscribe(onNext: { _ in seen.add() }, onError: { _ in }, onCompleted: { seen.add() })
                first.completed()
                return seen.value
            }
            return direct + waiting
        }
        #expect(counts == [count, count, count, count, count, count - 1])
    }

    @Test("Events from within an event go on in line, also where they end a sequence and begin the next")
    func reentrant() async {
        let isDone = await within(.seconds(20)) {
            let (outer, inner) = (Source(), Self.sources())
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: outer.observable.concatMap { inner[$0].observable }) { value in
                if value == 1 {
                    outer.next(1)
                    outer.completed()
                    inner[0].completed()
                    #expect(inner[1].subscriptions == 0)
                }
                if value == 2 { inner[1].completed() }
            }
            outer.next(0)
            inner[0].next(1)
            inner[1].next(2)
            #expect(recorder.events == [.next(1), .next(2), .completed] && recorder.overlaps == 0)
        }
        #expect(isDone)
    }
}
