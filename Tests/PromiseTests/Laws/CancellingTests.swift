import ApusCore
import ApusPromise
import ApusTesting
import Dispatch
import Locking
import TestSupport
import Testing

/// Laws 7, 8 and 9: what a cancellation reaches, and what it leaves alone.
@Suite(.timeLimit(.minutes(5))) struct CancellingTests {
    private let lines = Lines()

    /// A promise that notes when its work is closed.
    private func work(_ name: String) -> Promise<Int, Oops> {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        // The resolver is kept by what it would do, so that the promise isn't given up.
        resolver.onCancel { [lines] in withExtendedLifetime(resolver) { lines.append("closed \(name)") } }
        return promise
    }

    @Test("Cancelling closes what runs, settles as cancelled all the way down, and does nothing a second time")
    func cancelsDownstream() async {
        let promise = work("root")
        let end = promise.map { $0 + 1 }.flatMap { Promise.fulfilled($0) }.recover { _ in 7 }
            .retry(3).mapError { _ in Plain.stopped }
        #expect(promise.cancel())
        #expect(!promise.cancel())
        #expect(await promise.word == "cancelled cancelled")
        #expect(await end.word == "cancelled stopped")
        #expect(lines.all == ["closed root"])
    }

    @Test("Cancelling the end of a chain closes the work at its beginning")
    func cancelsUpstream() async {
        let promise = work("root")
        let end = promise.map { "\($0)" }.mapError { _ in Plain.failed }.tap { _ in }
        #expect(end.cancel())
        #expect(lines.all == ["closed root"])
        #expect(await promise.word == "cancelled cancelled")
        #expect(await end.word == "cancelled failed")
    }

    @Test("An error given with the cancellation is the failure, there and below, and still a cancellation")
    func cancelWithError() async {
        let promise = work("root")
        let child = promise.map { $0 }
        #expect(promise.cancel(error: .two))
        #expect(await promise.word == "cancelled two")
        #expect(await child.word == "cancelled two")
    }

    @Test("Cancelling reaches the promise that a handler returned")
    func cancelsInner() async {
        let inner = work("inner")
        let gate = Gate()
        let outer = Promise<Int, Oops>.fulfilled(1).flatMap { _ in
            gate.open()
            return inner
        }.map { $0 }
        await gate.pass()
        // The inner promise is taken over by now, or is not wanted when it is.
        #expect(outer.cancel())
        #expect(await inner.word == "cancelled cancelled")
        #expect(lines.all == ["closed inner"])
    }

    @Test("Cancelling reaches the inner promise also where the parent had settled before the step was added")
    func cancelsInnerOfSettled() async {
        let queue = DispatchQueue(label: "test")
        for round in 0..<500 {
            let isClosed = Mutex(false)
            let kept = Mutex<(@Sendable (Int) -> Void)?>(nil)
            let gate = Gate()
            let outer = Promise<Int, Oops>.fulfilled(1).flatMap(on: queue) { _ in
                defer { gate.open() }
                return Promise { fulfill, _, _, onCancel in
                    kept.withLock { $0 = fulfill }
                    onCancel { isClosed.withLock { $0 = true } }
                }
            }
            await gate.pass()
            await queue.drain()
            #expect(outer.cancel())
            guard isClosed.withLock({ $0 }) else {
                Issue.record("round \(round): the inner promise goes on")
                return
            }
        }
    }

    @Test("ensure runs once however it ends: a value, a failure, a cancellation above, of its own, or below")
    func ensure() async {
        for way in 0..<6 {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            let lines = Lines()
            let ensured = promise.ensure { lines.append("ensured") }
            let below = ensured.map { $0 }
            switch way {
            case 0: resolver.fulfill(1)
            case 1: resolver.reject(.one)
            case 2: promise.cancel()
            case 3: ensured.cancel()
            case 4: below.cancel()
            default:
                below.cancel()
                let task = Task { await ensured.result }
                task.cancel()
                _ = await task.value
            }
            _ = await ensured.word
            while lines.all.isEmpty { await Task.yield() }
            _ = await ensured.word
            #expect(lines.all == ["ensured"])
            withExtendedLifetime(resolver) {}
        }
    }

    @Test("What fails with a failure that says it is a cancellation counts as cancelled")
    func cancellationByFailure() async {
        typealias Failure = EndpointError<Never>
        let (promise, resolver) = Promise<Int, Failure>.pending()
        resolver.reject(.cancelled)
        #expect(await promise.word == "cancelled cancelled")
        let work = Promise<Int, Failure> { () async throws(Failure) in throw .cancelled }
        #expect(await work.word == "cancelled cancelled")
        let step = Promise<Int, Failure>.fulfilled(1).map { _ throws(Failure) -> Int in throw .cancelled }
        #expect(await step.word == "cancelled cancelled")
    }

    @Test("A promise that a handler returns after the cancellation is cancelled, too")
    func cancelsLateInner() async {
        let inner = work("inner")
        let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let outer = Promise<Int, Oops>.fulfilled(1).flatMap(on: DispatchQueue(label: "blocked")) { _ in
            entered.signal()
            goOn.wait()
            return inner
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                entered.wait()
                continuation.resume()
            }
        }
        #expect(outer.cancel())
        goOn.signal()
        #expect(await inner.word == "cancelled cancelled")
        #expect(await outer.word == "cancelled cancelled")
    }

    @Test("A parent goes on until all its children are cancelled")
    func severalChildren() async {
        let promise = work("root")
        let children = (0..<3).map { number in promise.map { $0 + number } }
        #expect(children[0].cancel())
        #expect(children[1].cancel())
        #expect(lines.all == [])
        let late = promise.map { $0 }
        #expect(children[2].cancel())
        #expect(lines.all == [])
        #expect(late.cancel())
        #expect(lines.all == ["closed root"])
        #expect(await promise.word == "cancelled cancelled")
    }

    @Test("A child that was cancelled doesn't keep the others from the value")
    func siblingGetsTheValue() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let (first, second) = (promise.map { $0 + 1 }, promise.map { $0 + 2 })
        first.cancel()
        resolver.fulfill(1)
        #expect(await first.word == "cancelled cancelled")
        #expect(await second.word == "value 3")
        #expect(await promise.word == "value 1")
    }

    @Test("A promise's own cancel ends all its children")
    func ownCancel() async {
        let promise = work("root")
        let children = (0..<3).map { number in promise.map { $0 + number } }
        promise.cancel()
        for child in children { #expect(await child.word == "cancelled cancelled") }
    }

    @Test("Handlers don't keep a promise from being cancelled, and are told")
    func handlersAreNoChildren() async {
        let promise = work("root")
        promise.success { _ in }.failure { _, isCancelled in lines.append("told \(isCancelled)") }
        promise.map { $0 }.cancel()
        #expect(await promise.word == "cancelled cancelled")
        #expect(Set(lines.all) == ["closed root", "told true"])
    }

    @Test("A step that recovers or retries is not asked about a cancellation")
    func cancellationIsNotRecovered() async {
        let promise = work("root")
        let end = promise.recover { _ in
            lines.append("recovered")
            return 1
        }.retry(2) { _ in
            lines.append("asked")
            return true
        }
        promise.cancel()
        #expect(await end.word == "cancelled cancelled")
        #expect(lines.all == ["closed root"])
    }

    @Test("A delay is cancelled while it waits", .timeLimit(.minutes(5)))
    func delay() async throws {
        let clock = ManualClock()
        let promise = Promise<Int, Oops>.fulfilled(1).delay(.seconds(3600), clock: clock)
        try await clock.waitForSleepers()
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled cancelled")
        while clock.sleepers > 0 { await Task.yield() }
    }

    @Test("A retry is cancelled while it waits, and makes no further attempt")
    func retryWaiting() async throws {
        let clock = ManualClock()
        let attempts = Mutex(0)
        let promise = Promise<Int, Oops> { _, reject, _, _ in
            attempts.withLock { $0 += 1 }
            reject(.one)
        }.retry(5, delay: { _ in .seconds(60) }, clock: clock)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(60))
        try await clock.waitForSleepers()
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled cancelled")
        while clock.sleepers > 0 { await Task.yield() }
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test("A retry that runs is cancelled with the attempt it has made")
    func retryRunning() async {
        let attempts = Mutex(0)
        let gate = Gate()
        let promise = Promise<Int, any Error> {
            let number = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if number == 1 { throw Oops.one }
            await gate.pass()
            try Task.checkCancellation()
            return number
        }.retry(5)
        await gate.waitForArrivals()
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled CancellationError()")
        while gate.cancelled == 0 { await Task.yield() }
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test("What is done at a cancellation is done at once where it has happened, and not where a value came")
    func lateCancelAction() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        promise.cancel()
        resolver.onCancel { lines.append("late") }
        #expect(lines.all == ["late"])
        let (other, otherResolver) = Promise<Int, Oops>.pending()
        otherResolver.onCancel { lines.append("never") }
        otherResolver.fulfill(1)
        #expect(!other.cancel())
        #expect(lines.all == ["late"])
    }

    @Test("A promise that nobody can settle any more ends as cancelled")
    func forgottenResolver() async {
        let promise = Promise<Int, Oops> { _, _, _, _ in }
        #expect(await promise.map { $0 }.word == "cancelled cancelled")
        let stopped = Promise<Int, Plain>(cancelled: .stopped) { _, _, _, _ in }
        #expect(await stopped.word == "cancelled stopped")
    }
}
