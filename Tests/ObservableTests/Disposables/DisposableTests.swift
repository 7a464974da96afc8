import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

@Suite struct DisposableTests {
    @Test("A closure is run once, whoever disposes, and let go of then")
    func closure() async {
        let census = Census()
        let runs = Count()
        let disposable = Self.closure(Tracked(census), runs)
        #expect(!disposable.isDisposed && census.alive == 1)
        await Self.atOnce(8) { disposable.dispose() }
        #expect(disposable.isDisposed && census.alive == 0 && runs.value == 1)
    }

    private static func closure(_ tracked: Tracked, _ runs: Count) -> ClosureDisposable {
        ClosureDisposable {
            tracked.touch()
            runs.add()
        }
    }

    private static func atOnce(_ count: Int, _ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let group = DispatchGroup()
            for _ in 0..<count { DispatchQueue.global().async(group: group, execute: work) }
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    private static func counting(_ count: Count) -> ClosureDisposable { ClosureDisposable { count.add() } }

    @Test("What is set after the dispose is disposed at once, and a place for one takes one")
    func singleAssignment() {
        let (first, second, late) = (Count(), Count(), Count())
        let place = SingleAssignmentDisposable()
        place.set(Self.counting(first))
        place.set(Self.counting(second))
        #expect(first.value == 0 && second.value == 1)
        place.dispose()
        place.dispose()
        place.set(Self.counting(late))
        #expect(place.isDisposed && first.value == 1 && late.value == 1)
    }

    @Test("Setting the next disposes the one before")
    func serial() {
        let (first, second, late) = (Count(), Count(), Count())
        let place = SerialDisposable()
        place.set(Self.counting(first))
        place.set(Self.counting(second))
        #expect(first.value == 1 && second.value == 0)
        place.dispose()
        place.set(Self.counting(late))
        #expect(place.isDisposed && second.value == 1 && late.value == 1)
    }

    @Test("A composite disposes in order, and not what was taken out")
    func composite() {
        let order = Mutex<[Int]>([])
        let composite = CompositeDisposable()
        let keys = (0..<5).map { number in
            composite.add(ClosureDisposable { order.withLock { $0.append(number) } })
        }
        if let key = keys[2] { composite.remove(key) }
        #expect(composite.count == 4)
        composite.dispose()
        composite.dispose()
        #expect(order.withLock { $0 } == [0, 1, 3, 4])
        let late = Count()
        #expect(composite.add(Self.counting(late)) == nil && late.value == 1 && composite.isDisposed)
    }

    @Test("A bag disposes when it goes")
    func bag() {
        let count = Count()
        do {
            let bag = DisposeBag()
            for _ in 0..<3 { Self.counting(count).disposed(by: bag) }
            #expect(count.value == 0)
            withExtendedLifetime(bag) {}
        }
        #expect(count.value == 3)
    }

    private struct Weak {
        weak var object: AnyObject?
    }

    @Test("A bag forgets what is over, and disposes the rest in order when it goes")
    func forgets() {
        let order = Mutex<[Int]>([])
        var over: [Weak] = []
        do {
            let bag = DisposeBag()
            for number in 0..<1_000 {
                let ended = ObservableSequence<Int, Never>.just(number).subscribe()
                let disposed = ObservableSequence<Int, Never>.never().subscribe()
                disposed.dispose()
                let place = SingleAssignmentDisposable()
                place.dispose()
                for disposable in [ended, disposed, place] {
                    over.append(Weak(object: disposable as AnyObject))
                    disposable.disposed(by: bag)
                }
                guard number % 10 == 0 else { continue }
                ClosureDisposable { order.withLock { $0.append(number) } }.disposed(by: bag)
                Own { order.withLock { $0.append(number + 1) } }.disposed(by: bag)
            }
            // Fewer than are left in it.
            #expect(over.count { $0.object != nil } <= 200 && order.withLock { $0 } == [])
            withExtendedLifetime(bag) {}
        }
        #expect(order.withLock { $0 } == stride(from: 0, to: 1_000, by: 10).flatMap { [$0, $0 + 1] })
        #expect(!over.contains { $0.object != nil })
    }

    /// One of a user, which doesn't say whether it is over.
    private struct Own: Disposable {
        let action: @Sendable () -> Void
        func dispose() { action() }
    }

    @Test("A bag that is filled from several threads disposes all, and takes time in proportion")
    func fills() async {
        let isLinear = await isLinear(40_000) { count in
            let disposals = Count()
            do {
                let bag = DisposeBag()
                await Self.atOnce(4) {
                    for _ in 0..<count / 4 { Self.counting(disposals).disposed(by: bag) }
                }
                #expect(disposals.value == 0)
            }
            #expect(disposals.value == count / 4 * 4)
        }
        #expect(isLinear)
    }

    @Test("Containers nested a hundred thousand deep are disposed without using up the stack")
    func deep() async {
        let count = Count()
        await onThread {
            var top: any Disposable = Self.counting(count)
            for level in 0..<100_000 {
                switch level % 3 {
                case 0: top = CompositeDisposable([top])
                case 1:
                    let place = SerialDisposable()
                    place.set(top)
                    top = place
                default:
                    let place = SingleAssignmentDisposable()
                    place.set(top)
                    top = place
                }
            }
            let bag = DisposeBag()
            top.disposed(by: bag)
        }
        #expect(count.value == 1)
    }

    @Test("Dispose racing with set: what was set is disposed, once")
    func race() async {
        for _ in 0..<Workload.scaled(1_000) {
            let count = Count()
            let single = SingleAssignmentDisposable()
            let serial = SerialDisposable()
            let composite = CompositeDisposable()
            let turns = Count()
            await Self.atOnce(2) {
                if turns.add() == 1 {
                    single.set(Self.counting(count))
                    serial.set(Self.counting(count))
                    composite.add(Self.counting(count))
                } else {
                    single.dispose()
                    serial.dispose()
                    composite.dispose()
                }
            }
            guard count.value == 3 else {
                Issue.record("\(count.value) of 3 were disposed")
                return
            }
        }
    }

    @Test("A dispose action may use the container it is in")
    func reentrant() {
        let composite = CompositeDisposable()
        let serial = SerialDisposable()
        let count = Count()
        composite.add(
            ClosureDisposable {
                composite.add(Self.counting(count))
                composite.dispose()
                serial.set(Self.counting(count))
                serial.dispose()
            })
        composite.dispose()
        #expect(count.value == 2)
    }
}
