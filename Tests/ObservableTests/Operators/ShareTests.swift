import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.apart, .timeLimit(.minutes(5))) struct ShareTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private typealias Source = HandSource<Int, Oops>

    @Test("One subscription for all; the source is disposed when the last leaves, and begun anew for the next")
    func one() {
        let source = Source()
        let shared = source.observable.share()
        #expect(source.subscriptions == 0)
        let recorders = (0..<3).map { _ in Recorder<Int, Oops>() }
        let handles = recorders.map { $0.subscribe(to: shared) }
        source.next(1)
        handles[0].dispose()
        source.next(2)
        handles[1].dispose()
        #expect(source.subscriptions == 1 && source.disposals == 0)
        handles[2].dispose()
        #expect(source.disposals == 1)
        #expect(recorders.map(\.values) == [[1], [1, 2], [1, 2]])
        #expect(recorders.map(\.disposals) == [1, 1, 1])
        let late = Recorder<Int, Oops>()
        late.subscribe(to: shared)
        source.next(3)
        #expect(source.subscriptions == 2 && late.values == [3])
    }

    @Test("Who comes later hears the last values first: none, one, some or all", arguments: [-1, 0, 1, 3, 9])
    func replay(size: Int) {
        let source = Source()
        let shared = source.observable.share(replay: size)
        let (first, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
        first.subscribe(to: shared)
        for value in 1...5 { source.next(value) }
        late.subscribe(to: shared)
        source.next(6)
        source.completed()
        #expect(first.events == (1...6).map { .next($0) } + [.completed])
        #expect(late.events == ((1...5).suffix(max(size, 0)) + [6]).map { .next($0) } + [.completed])
    }

    @Test("While connected nothing is kept beyond the last subscriber, a completion or a failure", arguments: 0...2)
    func whileConnected(ending: Int) {
        let source = Source()
        let shared = source.observable.share(replay: 5)
        let handle = shared.subscribe(onError: { _ in })
        source.next(1)
        if ending == 0 { source.completed() } else if ending == 1 { source.error(.one) }
        handle.dispose()
        #expect(source.disposals == 1)
        let late = Recorder<Int, Oops>()
        late.subscribe(to: shared)
        #expect(late.events == [] && source.subscriptions == 2)
        source.next(2)
        #expect(late.values == [2])
    }

    @Test("Forever: connected with nobody there, and replayed after completion; a failure is not kept")
    func forever() {
        let source = Source()
        let shared = source.observable.share(replay: 2, while: .forever)
        #expect(source.subscriptions == 0)
        shared.subscribe(onError: { _ in }).dispose()
        for value in 1...3 { source.next(value) }
        let second = Recorder<Int, Oops>()
        second.subscribe(to: shared)
        #expect(source.subscriptions == 1 && source.disposals == 0 && second.values == [2, 3])
        source.error(.one)
        let third = Recorder<Int, Oops>()
        third.subscribe(to: shared)
        #expect(second.events.last == .error(.one) && third.events == [] && source.subscriptions == 2)
        source.next(4)
        source.completed()
        #expect(third.events == [.next(4), .completed])
        #expect(shared.heard == [.next(4), .completed] && source.subscriptions == 2)
    }

    @Test("Who subscribes again because of an end begins anew", arguments: [ShareLifetime.whileConnected, .forever])
    func again(lifetime: ShareLifetime) {
        let attempts = Count()
        let shared = Numbers.create { observer in
            let attempt = attempts.add()
            observer.next(attempt)
            if attempt < 5 { observer.error(.one) } else { observer.completed() }
            return ClosureDisposable()
        }.share(replay: 3, while: lifetime)
        let recorder = Recorder<Int, Oops>()
        Self.persist(shared, recorder)
        #expect(recorder.values == [1, 2, 3, 4, 5] && attempts.value == 5)
        // Each failure goes on once what it led to has been heard.
        #expect(recorder.events.suffix(5) == [.completed] + Array(repeating: .error(.one), count: 4))
    }

    private static func persist(_ sequence: Numbers, _ recorder: Recorder<Int, Oops>) {
        let next = sequence.do(onError: { _ in persist(sequence, recorder) })
        recorder.subscribe(to: next)
    }

    @Test("A source that ends within subscribe: the first hears all of it, and so does the next")
    func atOnce() {
        let shared = Numbers.from(1...3).share(replay: 1)
        for _ in 0..<2 { #expect(shared.heard == [.next(1), .next(2), .next(3), .completed]) }
        #expect(Numbers.from(0...).share().take(2).heard == [.next(0), .next(1), .completed])
        let forever = Numbers.from(1...3).share(replay: 2, while: .forever)
        #expect(forever.heard.count == 4 && forever.heard == [.next(2), .next(3), .completed])
    }

    @Test("Subscribing and leaving from within an event: later values reach who came, none who left")
    func reentrant() async {
        let isDone = await within(.seconds(20)) {
            let source = Source()
            let shared = source.observable.share(replay: 1)
            let (first, second, third) = (Recorder<Int, Oops>(), Recorder<Int, Oops>(), Recorder<Int, Oops>())
            let handles = CompositeDisposable()
            first.subscribe(to: shared) { value in
                if value == 1 { handles.add(second.subscribe(to: shared)) }
                if value == 2 { handles.dispose() }
                if value == 3 { third.subscribe(to: shared) { if $0 == 3 { source.next(4) } } }
            }
            for value in 1...3 { source.next(value) }
            source.completed()
            #expect(first.values == [1, 2, 3, 4] && second.values == [1] && third.values == [3, 4])
            #expect(first.overlaps + second.overlaps + third.overlaps == 0 && source.subscriptions == 1)
        }
        #expect(isDone)
    }

    @Test("What is not replayed any longer is let go of, and all of it with the last subscriber")
    func releases() {
        let (census, source) = (Census(), HandSource<Tracked, Oops>())
        let shared = source.observable.share(replay: 2)
        let handle = shared.subscribe(onError: { _ in })
        for _ in 0..<5 { source.next(Tracked(census)) }
        #expect(census.alive == 2)
        handle.dispose()
        #expect(census.alive == 0)
        withExtendedLifetime(shared) {}
    }

    @Test("Subscribed to and left on two threads at once: every connection is disposed, none is left over")
    func race() async {
        let source = Source()
        let shared = source.observable.share(replay: 1)
        let group = DispatchGroup()
        for _ in 0..<2 {
            DispatchQueue(label: "test.share").async(group: group) {
                for round in 0..<Workload.scaled(3_000) {
                    let recorder = Recorder<Int, Oops>()
                    let handle = recorder.subscribe(to: shared)
                    source.next(round)
                    handle.dispose()
                    #expect(recorder.disposals == 1 && recorder.overlaps == 0)
                }
            }
        }
        await group.isDone()
        #expect(source.subscriptions == source.disposals && source.subscriptions > 0)
        let last = Recorder<Int, Oops>()
        last.subscribe(to: shared)
        source.next(-1)
        #expect(last.values == [-1])
    }

    @Test("Whoever joins while values come misses none after the first it hears, and hears none twice")
    func joining() async {
        for _ in 0..<Workload.scaled(50) {
            let (source, recorders) = (Source(), (0..<20).map { _ in Recorder<Int, Oops>() })
            let shared = source.observable.share(replay: 3)
            let first = Recorder<Int, Oops>()
            first.subscribe(to: shared)
            let group = DispatchGroup()
            DispatchQueue(label: "test.source").async(group: group) {
                for value in 0..<200 { source.next(value) }
                source.completed()
            }
            DispatchQueue(label: "test.joining").async(group: group) {
                for recorder in recorders { recorder.subscribe(to: shared) }
            }
            await group.isDone()
            #expect(first.values == Array(0..<200))
            for recorder in recorders where !recorder.values.isEmpty {
                let values = recorder.values
                guard let start = values.first, values == Array(start..<200), recorder.events.last == .completed else {
                    Issue.record("\(values)")
                    return
                }
            }
        }
    }
}

extension DispatchGroup {
    func isDone() async {
        await withCheckedContinuation { continuation in
            notify(queue: .global()) { continuation.resume() }
        }
    }
}
