import ApusObservable
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
