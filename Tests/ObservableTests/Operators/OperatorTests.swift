import ApusObservable
import Locking
import Testing

@Suite(.timeLimit(.minutes(5))) struct OperatorTests {
    private typealias Numbers = ObservableSequence<Int, Oops>

    @Test("One-to-one operators")
    func simple() {
        #expect(Numbers.from(1...3).map { "\($0)" }.heard == [.next("1"), .next("2"), .next("3"), .completed])
        #expect(Numbers.from(1...4).filter { $0 % 2 == 0 }.heard == [.next(2), .next(4), .completed])
        #expect(ObservableSequence.from(["1", "x"]).compactMap { Int($0) }.heard == [.next(1), .completed])
        #expect(Numbers.from(1...3).scan(10) { $0 + $1 }.heard == [.next(11), .next(13), .next(16), .completed])
        #expect(Numbers.from([1, 1, 2, 1]).distinctUntilChanged().heard == [.next(1), .next(2), .next(1), .completed])
        #expect(Numbers.from(1...3).toArray().heard == [.next([1, 2, 3]), .completed])
        #expect(Numbers.error(.one).toArray().heard == [.error(.one)])
        #expect(Numbers.error(.one).mapError { _ in CancellationError() }.heard.count == 1)
        #expect(Numbers.just(3).startWith(1, 2).heard == [.next(1), .next(2), .next(3), .completed])
        #expect(ObservableSequence.just(1).setFailureType(to: Oops.self).heard == [.next(1), .completed])
    }

    @Test("take ends after so many, and the source hears of it first")
    func take() {
        #expect(Numbers.from(1...9).take(2).heard == [.next(1), .next(2), .completed])
        #expect(Numbers.from(1...2).take(5).heard == [.next(1), .next(2), .completed])
        #expect(Numbers.error(.one).take(5).heard == [.error(.one)])
        #expect(Numbers.never().take(0).heard == [.completed])
        #expect(Numbers.from(1...9).first().heard == [.next(1), .completed])
        let source = HandSource<Int, Oops>()
        let disposals = Mutex<[Int]>([])
        source.observable.take(1).subscribe(onCompleted: { disposals.withLock { $0.append(source.disposals) } })
        source.next(1)
        #expect(disposals.withLock { $0 } == [1])
    }

    @Test("startWith stops and does not subscribe once it is disposed")
    func startWith() {
        let source = HandSource<Int, Oops>()
        #expect(source.observable.startWith(1, 2).take(1).heard == [.next(1), .completed])
        #expect(source.subscriptions == 0)
    }

    @Test("do hears of everything, and onDispose once however it ends")
    func spying() {
        for ending in 0..<3 {
            let lines = Mutex<[String]>([])
            let note: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
            let source = HandSource<Int, Oops>()
            let handle = source.observable.do(
                onNext: { note("next \($0)") }, onError: { note("error \($0)") }, onCompleted: { note("completed") },
                onSubscribe: { note("subscribe") }, onDispose: { note("dispose") }
            ).subscribe(onError: { _ in })
            source.next(1)
            if ending == 0 { source.error(.one) } else if ending == 1 { source.completed() }
            handle.dispose()
            let end = [["error one"], ["completed"], []][ending]
            #expect(lines.withLock { $0 } == ["subscribe", "next 1"] + end + ["dispose"])
        }
    }

    @Test("observe(on:) moves events in order, and is silent after a dispose on that scheduler")
    func observeOn() {
        let time = VirtualTimeScheduler()
        let source = HandSource<Int, Oops>()
        let recorder = Recorder<Int, Oops>()
        let handle = SerialDisposable()
        handle.set(
            recorder.subscribe(to: source.observable.observe(on: time)) { if $0 == 3 { handle.dispose() } })
        for value in 1...5 { source.next(value) }
        source.error(.one)
        #expect(recorder.events == [] && time.count == 1, "one drain for many values")
        time.advance(by: .zero)
        #expect(recorder.events == [.next(1), .next(2), .next(3)] && recorder.disposals == 1)
    }

    @Test("observe(on:) tells the error after the values before it, on every scheduler")
    func observeOnAll() async {
        let count = 5_000
        for scheduler in [SerialScheduler(), ConcurrentScheduler(), ImmediateScheduler()] as [any Scheduler] {
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: Self.observed(count, on: scheduler))
            await recorder.waitUntilDisposed()
            let (values, last, overlaps) = (recorder.values, recorder.events.last, recorder.overlaps)
            #expect(values == Array(0..<count) && last == .error(.two) && overlaps == 0)
        }
    }

    private static func observed(_ count: Int, on scheduler: some Scheduler) -> Numbers {
        Numbers.create { observer in
            for value in 0..<count { observer.next(value) }
            observer.error(.two)
            return ClosureDisposable()
        }.observe(on: scheduler)
    }

    @Test("subscribe(on:) starts the source there, and not at all when it is disposed before")
    func subscribeOn() {
        let time = VirtualTimeScheduler()
        let source = HandSource<Int, Oops>()
        let recorder = Recorder<Int, Oops>()
        source.observable.subscribe(on: time).subscribe().dispose()
        let handle = recorder.subscribe(to: source.observable.subscribe(on: time))
        #expect(source.subscriptions == 0)
        time.advance(by: .zero)
        #expect(source.subscriptions == 1)
        source.next(1)
        handle.dispose()
        #expect(recorder.values == [1] && source.disposals == 1)
    }

    typealias Row = (
        String,
        @Sendable (ObservableSequence<Int, Oops>, Tracked, VirtualTimeScheduler) -> ObservableSequence<Int, Oops>
    )

    private static let rows = all + errorsAndTime

    private static let all: [Row] = [
        (
            "map",
            { source, track, _ in
                source.map { value in
                    track.touch(); return value
                }
            }
        ),
        (
            "compactMap",
            { source, track, _ in
                source.compactMap { value in
                    track.touch(); return value
                }
            }
        ),
        (
            "filter",
            { source, track, _ in
                source.filter { _ in
                    track.touch(); return true
                }
            }
        ),
        (
            "scan",
            { source, track, _ in
                source.scan(0) {
                    track.touch(); return $0 + $1
                }
            }
        ),
        (
            "distinct",
            { source, track, _ in
                source.distinctUntilChanged {
                    track.touch(); return $0 == $1
                }
            }
        ),
        ("do", { source, track, _ in source.do(onNext: { _ in track.touch() }, onDispose: { track.touch() }) }),
        (
            "startWith",
            { source, track, _ in
                source.map { value in
                    track.touch(); return value
                }.startWith(0)
            }
        ),
        (
            "take",
            { source, track, _ in
                source.map { value in
                    track.touch(); return value
                }.take(50)
            }
        ),
        (
            "mapError",
            { source, track, _ in
                source.mapError { failure in
                    track.touch(); return failure
                }
            }
        ),
        (
            "toArray",
            { source, track, _ in
                source.map { value in
                    track.touch(); return value
                }.toArray().map { $0.count }
            }
        ),
        (
            "observe(on:)",
            { source, track, time in
                source.map { value in
                    track.touch(); return value
                }.observe(on: time)
            }
        ),
        (
            "subscribe(on:)",
            { source, track, time in
                source.map { value in
                    track.touch(); return value
                }.subscribe(on: time)
            }
        ),
        (
            "deferred",
            { source, track, _ in
                .deferred {
                    track.touch(); return source
                }
            }
        ),
    ]

    @Test("Every operator lets go of what it held and may be used from within its events", arguments: rows.indices)
    func every(_ index: Int) async {
        let (name, make) = Self.rows[index]
        let time = VirtualTimeScheduler()
        let checks = OperatorChecks<Int>(settle: { time.advance(by: .zero) }) { make($0, $1, time) }
        checks.releasesWhatItHeld()
        await checks.isReentrant()
        #expect(time.count == 0, "\(name) left something on the scheduler")
    }
}
