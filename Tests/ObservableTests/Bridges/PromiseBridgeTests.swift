import ApusObservable
import ApusPromise
import Testing

/// A promise and an observable meet in an async closure, so neither module needs the other.
@Suite(.timeLimit(.minutes(5))) struct PromiseBridgeTests {
    private typealias Numbers = ObservableSequence<Int, Oops>

    private static func observable(_ promise: Promise<Int, Oops>) -> Numbers {
        .from { () async throws(Oops) in try await promise.value }
    }

    private static func promise(_ sequence: Numbers) -> Promise<Int?, Oops> {
        Promise(cancelled: .two) { () async throws(Oops) in try await sequence.firstValue }
    }

    @Test("A promise's value and its failure become an observable's")
    func fromPromise() async {
        let recorders = [Recorder<Int, Oops>(), Recorder<Int, Oops>()]
        recorders[0].subscribe(to: Self.observable(.fulfilled(5, cancelled: .two)))
        recorders[1].subscribe(to: Self.observable(.rejected(.one, cancelled: .two)))
        for recorder in recorders { await recorder.waitUntilDisposed() }
        #expect(recorders[0].events == [.next(5), .completed])
        #expect(recorders[1].events == [.error(.one)])
    }

    @Test("Disposing cancels the promise and its work")
    func disposes() async {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
        let promise = Promise<Int, Oops>(cancelled: .two, paused: true) { fulfill, _, _, onCancel in
            onCancel {
                cancel.yield(); fulfill(1)
            }
            start.yield()
        }
        let recorder = Recorder<Int, Oops>()
        let handle = recorder.subscribe(to: Self.observable(promise))
        for await _ in started { break }
        handle.dispose()
        for await _ in cancelled { break }
        #expect(await promise.result == .failure(.two))
        #expect(recorder.events == [] && recorder.disposals == 1)
    }

    @Test("A promise that is cancelled is an error of the observable")
    func promiseCancelled() async {
        let (promise, resolver) = Promise<Int, Oops>.pending(cancelled: .two)
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: Self.observable(promise))
        promise.cancel()
        await recorder.waitUntilDisposed()
        #expect(recorder.events == [.error(.two)])
        #expect(!resolver.fulfill(1))
    }

    @Test("An observable's first value, its failure and its emptiness become a promise's")
    func fromObservable() async {
        let source = HandSource<Int, Oops>()
        let promise = Self.promise(source.observable)
        await until { source.subscriptions == 1 }
        source.next(5)
        #expect(await promise.result == .success(5))
        #expect(source.disposals == 1)
        #expect(await Self.promise(.error(.one)).result == .failure(.one))
        #expect(await Self.promise(.empty()).result == .success(nil))
    }

    @Test("Cancelling the promise disposes the subscription")
    func cancels() async {
        let source = HandSource<Int, Oops>()
        let promise = Self.promise(source.observable)
        await until { source.subscriptions == 1 }
        promise.cancel()
        #expect(await promise.result == .failure(.two))
        await until { source.disposals == 1 }
        source.next(1)
    }
}
