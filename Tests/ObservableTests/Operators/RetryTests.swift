import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RetryTests {
    private typealias Numbers = ObservableSequence<Int, Oops>

    /// Gives the number of the turn, and fails in so many turns.
    private static func failing(_ times: Int, _ turns: Count) -> Numbers {
        .deferred {
            let turn = turns.add()
            return turn <= times ? Numbers.just(turn).concatError(.one) : .just(turn)
        }
    }

    @Test("Subscribes again so many more times at most", arguments: [-1, 0, 1, 2, 3, 4])
    func times(_ times: Int) {
        let turns = Count()
        let events = Self.failing(3, turns).retry(times).heard
        let expected = min(max(times, 0), 3) + 1
        #expect(turns.value == expected)
        #expect(events == (1...expected).map { .next($0) } + [times >= 3 ? .completed : .error(.one)])
    }

    @Test("A hundred thousand failures at once take no stack, and time in proportion")
    func many() async {
        let isLinear = await isLinear(100_000) { count in
            let turns = Count()
            let heard = await onThread {
                Numbers.deferred { turns.add() <= count ? .error(.one) : .just(7) }.retry(count).heard
            }
            #expect(heard == [.next(7), .completed] && turns.value == count + 1)
        }
        #expect(isLinear)
    }

    @Test("Disposed between two turns it does not subscribe again")
    func disposes() {
        let source = HandSource<Int, Oops>()
        let recorder = Recorder<Int, Oops>()
        let handle = SerialDisposable()
        handle.set(recorder.subscribe(to: source.observable.retry(5)) { if $0 == 2 { handle.dispose() } })
        source.next(1)
        source.error(.one)
        #expect(source.subscriptions == 2 && source.disposals == 1)
        source.next(2)
        source.error(.one)
        #expect(source.subscriptions == 2 && source.disposals == 2)
        #expect(recorder.values == [1, 2] && !recorder.isEnded && recorder.disposals == 1)
        let turns = Count()
        #expect(Self.failing(100, turns).retry(50).take(3).heard == [.next(1), .next(2), .next(3), .completed])
        #expect(turns.value == 3)
    }

    @Test("Sources that fail on other threads follow each other, none beside another")
    func threads() async {
        let most = Workload.scaled(2_000)
        for isTriggered in [false, true] {
            let turns = Count()
            let source = Numbers.create { observer in
                let turn = turns.add()
                DispatchQueue.global().async {
                    observer.next(turn)
                    if turn < most { observer.error(.one) } else { observer.completed() }
                }
                return ClosureDisposable()
            }
            let recorder = Recorder<Int, Oops>()
            let retried: Numbers = isTriggered ? source.retry { $0.setFailureType(to: Oops.self) } : source.retry(5_000)
            recorder.subscribe(to: retried)
            await recorder.waitUntilDisposed()
            let (values, overlaps, last) = (recorder.values, recorder.overlaps, recorder.events.last)
            #expect(values == Array(1...most) && overlaps == 0 && last == .completed)
        }
    }

    @Test("A dispose against a source that fails: what was subscribed is disposed")
    func race() async {
        for round in 0..<Workload.scaled(500) {
            let source = HandSource<Int, Oops>()
            let recorder = Recorder<Int, Oops>()
            let sequence: Numbers =
                round % 2 == 0
                ? source.observable.retry(100) : source.observable.retry { $0.setFailureType(to: Oops.self) }
            let handle = recorder.subscribe(to: sequence)
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { for _ in 0..<5 { source.error(.one) } }
            DispatchQueue.global().async(group: group) { handle.dispose() }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                group.notify(queue: .global()) { continuation.resume() }
            }
            let (made, gone, disposals) = (source.subscriptions, source.disposals, recorder.disposals)
            guard made == gone, disposals == 1, recorder.events.isEmpty else {
                Issue.record("round \(round): \(made) subscriptions, \(gone) disposals, \(disposals)")
                return
            }
        }
    }
}
