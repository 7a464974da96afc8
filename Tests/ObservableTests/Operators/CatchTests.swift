import ApusObservable
import Locking
import Testing

@Suite(.timeLimit(.minutes(5))) struct CatchTests {
    private typealias Numbers = ObservableSequence<Int, Oops>

    @Test("The other sequence comes in place of the failure, and may fail in another way or never")
    func goesOn() {
        let failing = Numbers.from(1...2).concatError(.one)
        #expect(
            failing.catch { _ in Numbers.from(3...4) }.heard == [.next(1), .next(2), .next(3), .next(4), .completed])
        #expect(failing.catch { $0 == .one ? Numbers.error(.two) : .empty() }.heard.last == .error(.two))
        let never: ObservableSequence<Int, Never> = failing.catch { _ in .just(9) }
        #expect(never.heard == [.next(1), .next(2), .next(9), .completed])
    }

    @Test("The handler is not asked where there is no failure, and not for one of the other sequence")
    func once() {
        let asked = Count()
        let handler: @Sendable (Oops) -> Numbers = { _ in
            asked.add()
            return .error(.two)
        }
        #expect(Numbers.from(1...2).catch(handler).heard == [.next(1), .next(2), .completed])
        #expect(asked.value == 0)
        #expect(Numbers.error(.one).catch(handler).heard == [.error(.two)])
        #expect(asked.value == 1)
    }

    @Test("The source is given back before the handler is asked")
    func order() {
        let source = HandSource<Int, Oops>()
        let disposals = Mutex<[Int]>([])
        let spied = Count()
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(
            to: source.observable.do(onDispose: { spied.add() }).catch { _ in
                disposals.withLock { $0 += [source.disposals, spied.value] }
                return Numbers.just(1)
            })
        source.error(.one)
        #expect(disposals.withLock { $0 } == [1, 1])
        #expect(recorder.events == [.next(1), .completed] && recorder.disposals == 1)
    }

    @Test("A dispose ends whichever of the two runs, and after it no handler is asked")
    func disposes() {
        for fails in [false, true] {
            let (first, second) = (HandSource<Int, Oops>(), HandSource<Int, Oops>())
            let asked = Count()
            let recorder = Recorder<Int, Oops>()
            let handle = recorder.subscribe(
                to: first.observable.catch { _ in
                    asked.add()
                    return second.observable
                })
            if fails { first.error(.one) }
            handle.dispose()
            first.error(.one)
            second.next(1)
            #expect(recorder.events == [] && recorder.disposals == 1)
            #expect(first.disposals == 1 && second.disposals == second.subscriptions)
            #expect(asked.value == (fails ? 1 : 0) && second.subscriptions == asked.value)
        }
    }

    @Test("Disposed from within the handler, the other sequence is over as soon as it has begun")
    func disposedInHandler() {
        let handle = SerialDisposable()
        let (first, second) = (HandSource<Int, Oops>(), HandSource<Int, Oops>())
        handle.set(
            first.observable.catch { _ in
                handle.dispose()
                return second.observable
            }.subscribe())
        first.error(.one)
        #expect(second.disposals == second.subscriptions)
    }
}

extension ObservableSequence {
    /// The same, failing where it would complete.
    func concatError(_ failure: Failure) -> ObservableSequence {
        .create { observer in
            self.subscribe(
                onNext: { observer.next($0) }, onError: { observer.error($0) }, onCompleted: { observer.error(failure) }
            )
        }
    }
}
