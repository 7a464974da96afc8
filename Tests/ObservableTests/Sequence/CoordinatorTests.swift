import Dispatch
import Locking
import TestSupport
import Testing

@testable import ApusObservable

/// The seam below the operators with several sources, through a merge made of it.
@Suite(.timeLimit(.minutes(5))) struct CoordinatorTests {
    private static func merge(
        _ sources: [ObservableSequence<Int, Oops>], on scheduler: (any Scheduler)? = nil
    ) -> ObservableSequence<Int, Oops> {
        ObservableSequence<Int, Oops> { downstream in
            let middle = Coordinator(sources.count, downstream, on: scheduler)
            for source in sources {
                middle.listen(to: source) { value, _, out in
                    out.next(value)
                } end: { completion, open, out in
                    open -= 1
                    if case .failed = completion { out.end(completion) } else if open == 0 { out.end(.completed) }
                }
            }
        }
    }

    @Test("Sources that emit at once on many threads give one event at a time, and none is lost")
    func oneAtATime() async {
        for scheduler in [nil, SerialScheduler(), ConcurrentScheduler()] as [(any Scheduler)?] {
            let sources = (0..<4).map { _ in HandSource<Int, Oops>() }
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: Self.merge(sources.map(\.observable), on: scheduler))
            for (index, source) in sources.enumerated() {
                DispatchQueue.global().async {
                    for value in 0..<Workload.scaled(2_000) { source.next(index * 10_000 + value) }
                    source.completed()
                }
            }
            await recorder.waitUntilDisposed()
            let (values, overlaps, last) = (recorder.values, recorder.overlaps, recorder.events.last)
            #expect(values.count == 4 * Workload.scaled(2_000) && overlaps == 0 && last == .completed)
            for index in 0..<4 {
                let own = values.filter { $0 / 10_000 == index }
                #expect(own == own.sorted())
            }
        }
    }

    @Test("An error of one disposes the others before it is told")
    func error() {
        let (first, second) = (HandSource<Int, Oops>(), HandSource<Int, Oops>())
        let seen = Mutex<[Int]>([])
        Self.merge([first.observable, second.observable]).subscribe(onError: { _ in
            seen.withLock { $0.append(second.disposals) }
        })
        first.error(.one)
        #expect(seen.withLock { $0 } == [1])
    }

    @Test("Lets go of what it held, and may be used from within its events")
    func checks() async {
        let checks = OperatorChecks<Int> { source, track in
            Self.merge([
                source.map { value in
                    track.touch()
                    return value
                }, .empty(),
            ])
        }
        checks.releasesWhatItHeld()
        await checks.isReentrant()
    }

    @Test("A source after the other by actions: a hundred thousand that end at once don't use up the stack")
    func actions() async {
        let count = await onThread {
            let seen = Count()
            ObservableSequence<Int, Never> { downstream in
                Self.again(Coordinator(0, downstream))
            }.subscribe(onNext: { _ in seen.add() })
            return seen.value
        }
        #expect(count == Self.turns)
    }

    private static let turns = Workload.scaled(100_000)

    private static func again(_ middle: Coordinator<Int, Int, Never>) {
        middle.listen(to: ObservableSequence<Int, Never>.just(1)) { value, _, out in
            out.next(value)
        } end: { _, turns, out in
            turns += 1
            if turns < Self.turns { out.run { again(middle) } } else { out.end(.completed) }
        }
    }

    @Test("Disposing while others emit: nothing is heard after it on the scheduler")
    func race() async {
        for _ in 0..<Workload.scaled(500) {
            let sources = (0..<2).map { _ in HandSource<Int, Oops>() }
            let scheduler = SerialScheduler()
            let recorder = Recorder<Int, Oops>()
            let handle = recorder.subscribe(to: Self.merge(sources.map(\.observable), on: scheduler))
            let group = DispatchGroup()
            for source in sources {
                DispatchQueue.global().async(group: group) { for value in 0..<20 { source.next(value) } }
            }
            let after = Mutex(0)
            scheduler.schedule {
                handle.dispose()
                after.withLock { $0 = recorder.events.count }
            }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                group.notify(queue: .global()) { scheduler.schedule { continuation.resume() } }
            }
            let (heard, before, disposals) = (recorder.events.count, after.withLock { $0 }, recorder.disposals)
            guard heard == before, disposals == 1 else {
                Issue.record("\(heard) events, \(before) before the dispose")
                return
            }
        }
    }
}
