import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Law 6: what arrives while a promise is paused is kept.
@Suite(.timeLimit(.minutes(5))) struct PausingTests {
    private let queue = DispatchQueue(label: "test")
    private let lines = Lines()

    private func progress(_ completed: Int64) -> TransferProgress {
        TransferProgress(.download, completed: completed, total: 10)
    }

    @Test("A value that arrives while paused is delivered at resume, once")
    func keepsTheValue() async {
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        promise.success { lines.append("value \($0)") }
        #expect(promise.pause())
        #expect(!promise.pause())
        resolver.fulfill(1)
        await queue.drain()
        await queue.drain()
        promise.success { lines.append("late \($0)") }
        await queue.drain()
        #expect(lines.all == [])
        #expect(promise.resume())
        #expect(!promise.resume())
        #expect(await promise.word == "value 1")
        #expect(lines.all == ["value 1", "late 1"])
    }

    @Test("Pausing holds back what goes on from the promise")
    func holdsBackChildren() async {
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        promise.pause()
        let child = promise.map { $0 + 1 }
        child.success { lines.append("value \($0)") }
        resolver.fulfill(1)
        for _ in 0..<4 { await queue.drain() }
        #expect(lines.all == [])
        promise.resume()
        #expect(await child.word == "value 2")
    }

    @Test("Of the progress while paused the newest is delivered, with the one heard before the pause")
    func keepsTheProgress() async {
        let work = Mutex<(@Sendable (TransferProgress) -> Void)?>(nil)
        let promise = Promise<Int, Oops>(on: queue) { _, reject, progress, _ in
            work.withLock { $0 = progress }
        }
        promise.progress { old, new in lines.append("\(old?.completed ?? -1) to \(new.completed)") }
        let report = work.withLock { $0 }
        report?(progress(1))
        promise.pause()
        report?(progress(2))
        report?(progress(3))
        await queue.drain()
        #expect(lines.all == ["-1 to 1"])
        promise.resume()
        report?(progress(4))
        await queue.drain()
        #expect(lines.all == ["-1 to 1", "1 to 3", "3 to 4"])
    }

    @Test("A cancellation is delivered though the promise is paused")
    func cancelWhilePaused() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        promise.pause()
        #expect(promise.cancel())
        #expect(!promise.resume())
        #expect(await promise.word == "cancelled cancelled")
        withExtendedLifetime(resolver) {}
    }

    @Test("What has settled can't be paused, what runs can't be resumed")
    func withoutEffect() async {
        let promise = Promise<Int, Oops>.fulfilled(1)
        #expect(!promise.pause())
        #expect(!promise.resume())
        #expect(await promise.word == "value 1")
    }

    @Test("Work that is made paused starts by resume, once, also from what goes on from it")
    func startsLater() async {
        let starts = Mutex(0)
        let make = {
            Promise<Int, Oops>(paused: true) { fulfill, _, _, _ in
                starts.withLock { $0 += 1 }
                fulfill(1)
            }
        }
        let promise = make()
        #expect(!promise.pause())
        #expect(starts.withLock { $0 } == 0)
        #expect(promise.resume())
        #expect(!promise.resume())
        #expect(await promise.word == "value 1")
        let end = make().map { $0 + 1 }.delay(.zero)
        #expect(end.resume())
        #expect(await end.word == "value 2")
        #expect(await make().map { $0 + 2 }.value(or: 0) == 3)
        #expect(starts.withLock { $0 } == 3)
    }

    @Test("Work that is made paused and that nobody can start any more ends as cancelled, and never runs")
    func forgottenBeforeTheStart() async {
        let prison = Prison()
        let word = await withCheckedContinuation { continuation in
            let captive = prison.captive()
            let promise = Promise<Int, Oops>(paused: true) { fulfill, _, _, _ in
                captive.touch()
                fulfill(1)
            }
            promise.map { $0 + 1 }.failure { error, isCancelled in
                continuation.resume(returning: "\(error) \(isCancelled)")
            }
        }
        #expect(word == "cancelled true")
        while prison.inmates > 0 { await Task.yield() }
    }

    @Test("An outcome that was held back is delivered when nobody is left to resume it")
    func forgottenWithOutcome() async {
        let word = await withCheckedContinuation { continuation in
            let (promise, resolver) = Promise<Int, Oops>.pending()
            promise.pause()
            promise.map { $0 + 1 }.success { continuation.resume(returning: "value \($0)") }
            resolver.fulfill(1)
        }
        #expect(word == "value 2")
    }

    @Test("A promise that is paused and that nobody can resume any more ends as cancelled")
    func forgottenWhilePaused() async {
        let (lines, queue) = (lines, queue)
        await withCheckedContinuation { continuation in
            let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
            promise.failure { _, isCancelled in
                lines.append("cancelled \(isCancelled)")
                continuation.resume()
            }
            promise.pause()
            resolver.onCancel { lines.append("closed") }
            queue.async { withExtendedLifetime(resolver) {} }
        }
        #expect(Set(lines.all) == ["closed", "cancelled true"])
    }
}

extension Promise {
    fileprivate func value(or other: Value) async -> Value {
        (try? await value) ?? other
    }
}
