import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ContractTests {
    @Test("Nothing is heard after the end, and onDisposed comes once, last")
    func afterTheEnd() {
        let recorder = Recorder<Int, Oops>()
        let observers = Mutex<[Observer<Int, Oops>]>([])
        let handle = recorder.subscribe(
            to: .create { observer in
                observers.withLock { $0.append(observer) }
                return ClosureDisposable()
            })
        for observer in observers.withLock({ $0 }) {
            observer.next(1)
            observer.send(.next(2))
            #expect(!observer.isDisposed)
            observer.error(.one)
            #expect(observer.isDisposed)
            observer.next(3)
            observer.completed()
            observer.error(.two)
        }
        handle.dispose()
        #expect(recorder.events == [.next(1), .next(2), .error(.one)])
        #expect(recorder.disposals == 1)
    }

    @Test("Nothing happens until somebody subscribes, and each subscription is one of its own")
    func cold() {
        let source = HandSource<Int, Oops>()
        let sequence = source.observable.map { $0 * 2 }
        #expect(source.subscriptions == 0)
        let (first, second) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
        let handle = first.subscribe(to: sequence)
        second.subscribe(to: sequence)
        source.next(1)
        handle.dispose()
        source.next(2)
        #expect(source.subscriptions == 2 && source.disposals == 1)
        #expect(first.values == [2] && second.values == [2, 4])
    }

    @Test("Letting go of the handle does not dispose")
    func dropHandle() {
        let source = HandSource<Int, Oops>()
        let recorder = Recorder<Int, Oops>()
        do { _ = recorder.subscribe(to: source.observable) }
        source.next(1)
        #expect(recorder.values == [1] && recorder.disposals == 0)
    }

    @Test("A source that ends within subscribe has its resource disposed, though it exists only later")
    func endsAtOnce() {
        let disposals = Count()
        let events = ObservableSequence<Int, Oops>.create { observer in
            observer.next(1)
            observer.completed()
            return ClosureDisposable { disposals.add() }
        }.heard
        #expect(events == [.next(1), .completed])
        #expect(disposals.value == 1)
    }

    @Test("Disposed from within subscribe, a source is silent from then on and its resource is disposed")
    func disposedAtOnce() {
        let disposals = Count()
        let source = ObservableSequence<Int, Oops>.create { observer in
            for value in 0..<10 { observer.next(value) }
            #expect(observer.isDisposed)
            return ClosureDisposable { disposals.add() }
        }
        #expect(source.take(2).heard == [.next(0), .next(1), .completed])
        #expect(disposals.value == 1)
    }

    @Test("The resource is given back before the end is told")
    func order() {
        let lines = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
        let observers = Mutex<[Observer<Int, Oops>]>([])
        ObservableSequence<Int, Oops>.create { observer in
            observers.withLock { $0.append(observer) }
            return ClosureDisposable { note("resource") }
        }.subscribe(onCompleted: { note("completed") }, onDisposed: { note("disposed") })
        for observer in observers.withLock({ $0 }) { observer.completed() }
        #expect(lines.withLock { $0 } == ["resource", "completed", "disposed"])
    }

    @Test("An event from within an event comes after it, however deep")
    func reentrantEmission() {
        let source = HandSource<Int, Oops>()
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: source.observable) { value in
            if value < 10_000 { source.next(value + 1) } else { source.completed() }
        }
        source.next(0)
        #expect(recorder.values == Array(0...10_000))
        #expect(recorder.isEnded && recorder.overlaps == 0)
    }

    @Test("A million values at once: no deep stack, and it stops where it is disposed")
    func aMillion() {
        let seen = Count()
        let last = Mutex(0)
        let count = Workload.scaled(1_000_000)
        ObservableSequence.from(0..<count).map { $0 + 1 }.filter { $0 % 2 == 0 }
            .subscribe(onNext: { value in
                seen.add()
                last.withLock { $0 = value }
            })
        #expect(seen.value == count / 2 && last.withLock { $0 } == count)
        let passed = Count()
        let few = ObservableSequence.from(0..<count).do(onNext: { _ in passed.add() }).take(3).heard
        #expect(few.count == 4 && passed.value == 3)
    }

    @Test("Two that dispose and one that emits and ends: onDisposed once, and nothing after it on any thread")
    func race() async {
        for round in 0..<Workload.scaled(2_000) {
            let source = HandSource<Int, Oops>()
            let recorder = Recorder<Int, Oops>()
            let handle = recorder.subscribe(to: source.observable.map { $0 })
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    for value in 0..<5 { source.next(value) }
                    if round % 2 == 0 { source.completed() }
                }
                DispatchQueue.global().async(group: group) { handle.dispose() }
                DispatchQueue.global().async(group: group) { handle.dispose() }
                group.notify(queue: .global()) { continuation.resume() }
            }
            source.next(100)
            let (disposals, ended) = (recorder.disposals, source.disposals)
            guard disposals == 1, ended == 1, !recorder.values.contains(100) else {
                Issue.record("round \(round): \(disposals) disposals of the subscription, \(ended) of the source")
                return
            }
        }
    }

    @Test("After the end or a dispose nothing captured is held, though the handle is kept")
    func releases() async {
        let checks = OperatorChecks<Int> { source, track in
            source.map { value in
                track.touch()
                return value
            }
        }
        checks.releasesWhatItHeld()
        await checks.isReentrant()
    }
}
