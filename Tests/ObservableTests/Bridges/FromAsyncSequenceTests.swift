import ApusObservable
import Locking
import Testing

@Suite(.timeLimit(.minutes(5))) struct FromAsyncSequenceTests {
    /// Fails after so many numbers, in a way of its own.
    private struct Failing: AsyncSequence, Sendable {
        struct Iterator: AsyncIteratorProtocol {
            var last = 0
            let count: Int

            mutating func next(isolation actor: isolated (any Actor)?) async throws(Oops) -> Int? {
                guard last < count else { throw .two }
                last += 1
                return last
            }
        }

        let count: Int
        func makeAsyncIterator() -> Iterator { Iterator(count: count) }
    }

    @Test("The values, then the typed failure; each subscription iterates anew")
    func fails() async {
        let sequence = ObservableSequence.from(Failing(count: 3))
        for _ in 0..<2 {
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: sequence)
            await recorder.waitUntilDisposed()
            #expect(recorder.events == [.next(1), .next(2), .next(3), .error(.two)])
        }
    }

    @Test("A stream's values and its end, and any error of a throwing one")
    func streams() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let recorder = Recorder<Int, Never>()
        recorder.subscribe(to: .from(stream))
        for value in 0..<1_000 { continuation.yield(value) }
        continuation.finish()
        await recorder.waitUntilDisposed()
        #expect(recorder.values == Array(0..<1_000) && recorder.events.last == .completed)
        let throwing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Oops.one) }
        let failures = Mutex<[any Error]>([])
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            ObservableSequence.from(throwing).subscribe(
                onError: { failure in failures.withLock { $0.append(failure) } }, onDisposed: { done.resume() })
        }
        #expect(failures.withLock { $0.map { $0 as? Oops } } == [.one])
    }

    @Test("Disposing cancels the task that iterates, and is silent")
    func disposes() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        continuation.onTermination = { reason in
            if case .cancelled = reason { end.yield(true) } else { end.yield(false) }
        }
        let recorder = Recorder<Int, Never>()
        let handle = recorder.subscribe(to: .from(stream))
        continuation.yield(1)
        await until { recorder.values == [1] }
        handle.dispose()
        for await isCancelled in ended {
            #expect(isCancelled)
            break
        }
        #expect(recorder.events == [.next(1)] && recorder.disposals == 1)
    }

    @Test("take ends the iteration of one that never ends")
    func take() async {
        let recorder = Recorder<Int, Oops>()
        recorder.subscribe(to: .from(Failing(count: .max)).take(3))
        await recorder.waitUntilDisposed()
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
    }

    @Test("There and back again, nothing is lost")
    func roundTrip() async throws(Oops) {
        let sequence = ObservableSequence<Int, Oops>.from(ObservableSequence<Int, Oops>.from(0..<5_000).values)
        var values: [Int] = []
        for try await value in sequence.values { values.append(value) }
        #expect(values == Array(0..<5_000))
    }
}
