import ApusObservable
import Locking
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncTests {
    @Test("The value of an async closure, or its error")
    func ends() async {
        let value = Recorder<Int, Oops>()
        value.subscribe(to: .from { () async throws(Oops) in 1 })
        await value.waitUntilDisposed()
        #expect(value.events == [.next(1), .completed])
        let error = Recorder<Int, Oops>()
        error.subscribe(to: .from { () async throws(Oops) in throw .two })
        await error.waitUntilDisposed()
        #expect(error.events == [.error(.two)])
    }

    private static func cancellations(_ sequence: ObservableSequence<Int, Oops>) async -> [Bool] {
        let seen = Mutex<[Bool]>([])
        return await withCheckedContinuation { done in
            let note: @Sendable () -> Void = { seen.withLock { $0.append(Task.isCancelled) } }
            sequence.subscribe(
                onNext: { _ in note() }, onError: { _ in note() }, onCompleted: note,
                onDisposed: {
                    note()
                    done.resume(returning: seen.withLock { $0 })
                })
        }
    }

    private struct Numbers: AsyncSequence, AsyncIteratorProtocol {
        var last = 0

        func makeAsyncIterator() -> Numbers { self }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(Oops) -> Int? {
            last += 1
            return last > 3 ? nil : last
        }
    }

    @Test("No closure runs in a task that is cancelled, whatever ends the sequence")
    func notCancelled() async {
        let value = ObservableSequence<Int, Oops>.from { () async throws(Oops) in 1 }
        let failure = ObservableSequence<Int, Oops>.from { () async throws(Oops) in throw .two }
        let values = ObservableSequence<Int, Oops>.from(Numbers())
        for _ in 0..<100 {
            for (sequence, count) in [
                (value, 3), (value.take(1), 3), (failure, 2), (values, 5), (values.take(2), 4),
            ] {
                let seen = await Self.cancellations(sequence)
                #expect(seen == Array(repeating: false, count: count))
            }
        }
    }

    @Test("Disposing cancels the task and is silent")
    func cancels() async {
        let (cancelled, continuation) = AsyncStream.makeStream(of: Void.self)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let recorder = Recorder<Int, Oops>()
        let handle = recorder.subscribe(
            to: .from { () async throws(Oops) in
                await withTaskCancellationHandler {
                    start.yield()
                    let (never, hold) = AsyncStream.makeStream(of: Void.self)
                    for await _ in never {}
                    hold.finish()
                } onCancel: {
                    continuation.yield()
                }
                throw .one
            })
        for await _ in started { break }
        handle.dispose()
        for await _ in cancelled { break }
        #expect(recorder.events == [] && recorder.disposals == 1)
    }
}
