import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

/// Sources on two threads at once, hundreds of rounds for each operator: what is heard is in line, complete, and ends once.
@Suite(.apart, .timeLimit(.minutes(5))) struct CombiningStressTests {
    private typealias Numbers = ObservableSequence<Int, Oops>

    /// The operator, and how many values it makes of two sources with eight values each; nil where that is chance.
    private static let all: [(String, Int?, @Sendable (Numbers, Numbers) -> Numbers)] = [
        ("merge", 16, { $0.merge(with: $1) }),
        ("merge of sequences", 16, { ObservableSequence<Numbers, Oops>.from([$0, $1]).merge(maxConcurrent: 2) }),
        ("flatMap", 16, { one, two in Numbers.from(0...1).flatMap { $0 == 0 ? one : two } }),
        ("flatMap of outer and inner", nil, { one, two in one.flatMap { _ in two } }),
        ("flatMapLatest", nil, { one, two in one.flatMapLatest { _ in two } }),
        ("concatMap", nil, { one, two in one.concatMap { _ in two } }),
        ("zip", 8, { $0.zip(with: $1).map { $0 + $1 } }),
        ("zip of many", 8, { ObservableSequence.zip([$0, $1]).map(\.count) }),
        ("combineLatest", nil, { $0.combineLatest(with: $1).map { $0 + $1 } }),
        ("combineLatest of many", nil, { ObservableSequence.combineLatest([$0, $1]).map(\.count) }),
        ("withLatestFrom", nil, { $0.withLatestFrom($1).map { $0 + $1 } }),
        ("take(until:)", nil, { one, two in one.take(until: two.filter { $0 == 107 }) }),
        ("share", nil, { one, two in one.merge(with: two).share(replay: 1) }),
    ]

    @Test("Two sources that emit and complete at once", arguments: all.indices)
    func complete(_ index: Int) async {
        let (name, expected, make) = Self.all[index]
        for round in 0..<Workload.scaled(300) {
            let sources = [HandSource<Int, Oops>(), HandSource<Int, Oops>()]
            let recorder = Recorder<Int, Oops>()
            let handle = recorder.subscribe(to: make(sources[0].observable, sources[1].observable))
            await Self.emit(sources) { $0.completed() }
            // Where the other had nobody when it completed there may be no end.
            for source in sources { source.completed() }
            for source in sources { source.completed() }
            let (events, overlaps) = (recorder.events, recorder.overlaps)
            let isRight = expected.map { events.count == $0 + 1 && events.last == .completed } ?? true
            handle.dispose()
            let isOver = sources.allSatisfy { $0.subscriptions == $0.disposals } && recorder.disposals == 1
            guard isRight, isOver, overlaps == 0, Self.ends(events) <= 1 else {
                Issue.record("\(name), round \(round): \(overlaps) overlaps, \(events)")
                return
            }
        }
    }

    @Test("Two sources that fail at once, while a third thread disposes: one end or none", arguments: all.indices)
    func fail(_ index: Int) async {
        let (name, _, make) = Self.all[index]
        for round in 0..<Workload.scaled(300) {
            let sources = [HandSource<Int, Oops>(), HandSource<Int, Oops>()]
            let recorder = Recorder<Int, Oops>()
            let census = Census()
            let handle = Self.subscribe(recorder, make(sources[0].observable, sources[1].observable), census)
            let group = DispatchGroup()
            if round % 2 == 0 { DispatchQueue.global().async(group: group) { handle.dispose() } }
            await Self.emit(sources) { $0.error(.one) }
            await group.isDone()
            handle.dispose()
            let isOver = sources.allSatisfy { $0.subscriptions == $0.disposals } && recorder.disposals == 1
            let (events, overlaps, alive) = (recorder.events, recorder.overlaps, census.alive)
            guard isOver, overlaps == 0, alive == 0, Self.ends(events) <= 1 else {
                Issue.record("\(name), round \(round): \(overlaps) overlaps, \(alive) alive, \(events)")
                return
            }
        }
    }

    private static func subscribe(
        _ recorder: Recorder<Int, Oops>, _ sequence: Numbers, _ census: Census
    ) -> any Disposable {
        let track = Tracked(census)
        return recorder.subscribe(to: sequence) { _ in track.touch() }
    }

    private static func ends(_ events: [Event<Int, Oops>]) -> Int {
        events.count { if case .next = $0 { false } else { true } }
    }

    private static func emit(
        _ sources: [HandSource<Int, Oops>], end: @escaping @Sendable (HandSource<Int, Oops>) -> Void
    ) async {
        let group = DispatchGroup()
        for (index, source) in sources.enumerated() {
            DispatchQueue.global().async(group: group) {
                for value in 0..<8 { source.next(index * 100 + value) }
                end(source)
            }
        }
        await group.isDone()
    }
}
