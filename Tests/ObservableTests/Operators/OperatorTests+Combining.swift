import ApusObservable
import Testing

extension OperatorTests {
    private typealias Values = ObservableSequence<Int, Oops>
    private typealias Make = @Sendable (Values, Tracked) -> Values

    private static let combining: [(String, Make)] = [
        ("flatMap", { source, track in source.flatMap { .just(held($0, by: track)) } }),
        ("flatMap, inner", { source, track in Values.just(1).flatMap { _ in source.map { held($0, by: track) } } }),
        ("flatMapLatest", { source, track in source.flatMapLatest { .just(held($0, by: track)) } }),
        (
            "flatMapLatest, inner",
            { source, track in Values.just(1).flatMapLatest { _ in source.map { held($0, by: track) } } }
        ),
        ("concatMap", { source, track in source.concatMap { .just(held($0, by: track)) } }),
        ("concatMap, inner", { source, track in Values.just(1).concatMap { _ in source.map { held($0, by: track) } } }),
        ("merge(with:)", { source, track in source.merge(with: .empty(), source.map { held($0, by: track) }) }),
        ("merge()", { source, track in source.map { .just(held($0, by: track)) }.merge(maxConcurrent: 2) }),
        ("concat", { source, track in Values.just(0).concat(source.map { held($0, by: track) }) }),
        ("zip", { source, track in source.map { held($0, by: track) }.zip(with: source).map { $0 + $1 } }),
        (
            "zip of three",
            { source, track in source.map { held($0, by: track) }.zip(with: source, source).map { $0 + $1 + $2 } }
        ),
        (
            "zip of many",
            { source, track in
                Values.from(0...9).zip(with: ObservableSequence.zip([source, source.map { held($0, by: track) }]))
                    .map { $1.count }
            }
        ),
        (
            "combineLatest",
            { source, track in source.map { held($0, by: track) }.combineLatest(with: source).map { $0 + $1 } }
        ),
        (
            "combineLatest of many",
            { source, track in
                ObservableSequence.combineLatest([source, source.map { held($0, by: track) }]).map(\.count)
            }
        ),
        (
            "withLatestFrom",
            { source, track in source.withLatestFrom(source.map { held($0, by: track) }).map { $0 + $1 } }
        ),
        (
            "take(until:)",
            { source, track in source.map { held($0, by: track) }.take(until: source.filter { $0 > 90 }) }
        ),
        ("share", { source, track in source.map { held($0, by: track) }.share(replay: 2) }),
        ("using", { source, track in .using({ ClosureDisposable { track.touch() } }) { _ in source } }),
    ]

    private static func held(_ value: Int, by track: Tracked) -> Int {
        track.touch()
        return value
    }

    @Test(
        "Every operator of several sources lets go of what it held and may be used from within",
        arguments: combining.indices)
    func everyCombining(_ index: Int) async {
        let (name, make) = Self.combining[index]
        let checks = OperatorChecks<Int> { make($0, $1) }
        Self.tellsEnds(make, name)
        checks.releasesWhatItHeld()
        await checks.isReentrant()
    }

    /// A failure arrives with every operator, and nothing after it; the source is disposed before it is told.
    private static func tellsEnds(_ make: Make, _ name: String) {
        let source = HandSource<Int, Oops>()
        let recorder = Recorder<Int, Oops>()
        let open = Count()
        recorder.subscribe(
            to: make(source.observable, Tracked(Census())).do(onError: { _ in
                if source.disposals == source.subscriptions { open.add() }
            }))
        source.next(1)
        source.error(.two)
        source.next(2)
        #expect(recorder.events.last == .error(.two) && recorder.events.count >= 2 && open.value == 1, "\(name)")
    }
}
