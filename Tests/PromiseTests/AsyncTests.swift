import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncTests {
    @Test("A value is awaited, a failure thrown with its type")
    func value() async {
        let value = try? await Promise<Int, Oops>.fulfilled(1).value
        #expect(value == 1)
        do {
            _ = try await Promise<Int, Oops>.rejected(.one).value
            Issue.record("a value")
        } catch {
            let failure: Oops = error
            #expect(failure == .one)
        }
        #expect(await Promise<Int, Plain>.rejected(.failed, cancelled: .stopped).result == .failure(.failed))
    }

    @Test("Asynchronous work becomes a promise, with what it throws")
    func work() async {
        #expect(await Promise<Int, any Error> { 1 }.word == "value 1")
        #expect(await Promise<Int, any Error> { throw Oops.one }.word == "failure one")
        #expect(await Promise<Int, Oops> { () throws(Oops) in throw Oops.one }.word == "failure one")
        #expect(await Promise<Int, any Error> { throw CancellationError() }.word == "cancelled CancellationError()")
        #expect(await Promise<Int, Plain>(cancelled: .stopped) { 2 }.word == "value 2")
    }

    @Test("Cancelling the promise cancels the task")
    func cancelTask() async {
        let gate = Gate()
        let promise = Promise<Int, any Error> {
            await gate.pass()
            return 1
        }
        await gate.waitForArrivals()
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled CancellationError()")
        while gate.cancelled == 0 { await Task.yield() }
    }

    @Test("Cancelling the task that awaits cancels the promise, unless others go on from it", arguments: [true, false])
    func cancelAwaiting(isShared: Bool) async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let gate = Gate()
        resolver.onCancel { gate.open() }
        let other = isShared ? promise.map { $0 } : nil
        let task = Task { await promise.result }
        // Cancelled before it waits, or while it does: the outcome is the same.
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        if isShared {
            resolver.fulfill(1)
            #expect(await promise.word == "value 1")
        } else {
            await gate.pass()
            #expect(await promise.word == "cancelled cancelled")
        }
        withExtendedLifetime(other) {}
    }

    @Test("Many await one promise while it settles")
    func many() async {
        for _ in 0..<200 {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            await withTaskGroup(of: Result<Int, Oops>.self) { group in
                for _ in 0..<10 { group.addTask { await promise.result } }
                resolver.fulfill(1)
                for await result in group { #expect(result == .success(1)) }
            }
        }
    }
}
