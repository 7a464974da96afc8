import ApusCore
import ApusPromise
import ApusTesting
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimeTests {
    private let clock = ManualClock()

    @Test("after is fulfilled when its time has come")
    func after() async throws {
        let promise = Promise.after(.seconds(10), clock: clock)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        #expect(await promise.word == "value ()")
    }

    @Test("after can be cancelled, and lets its clock go")
    func cancelledAfter() async throws {
        let promise = Promise.after(.seconds(10), clock: clock)
        try await clock.waitForSleepers()
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled CancellationError()")
        while clock.sleepers > 0 { await Task.yield() }
    }

    @Test("Any duration will do", arguments: [Duration.seconds(Int64.max), .seconds(-5), .zero])
    func anyDuration(duration: Duration) async {
        let promise = Promise<Int, Oops>.fulfilled(1).delay(duration)
        if duration > .zero { promise.cancel() }
        #expect(await promise.word == (duration > .zero ? "cancelled cancelled" : "value 1"))
    }

    @Test("A delay holds back values and lets failures pass")
    func delay() async throws {
        let promise = Promise<Int, Oops>.fulfilled(1).delay(.seconds(10), clock: clock)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        #expect(await promise.word == "value 1")
        #expect(await Promise<Int, Oops>.rejected(.one).delay(.seconds(10), clock: clock).word == "failure one")
    }

    @Test("A promise that takes too long fails, is not called cancelled, and its work is closed")
    func timeout() async throws {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let limited = promise.map { $0 }.timeout(.seconds(10), clock: clock, error: .late)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        #expect(await limited.word == "failure late")
        #expect(await promise.word == "cancelled cancelled")
        #expect(!resolver.fulfill(1))
    }

    @Test("The time of what waits to be started begins at its start")
    func timeoutOfPaused() async throws {
        let (inner, resolver) = Promise<Int, Oops>.pending()
        let promise = Promise<Int, Oops>(paused: true) { fulfill, _, _, _ in fulfill(1) }
            .flatMap { _ in inner }.map { $0 }.timeout(.seconds(10), clock: clock, error: .late)
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.sleepers == 0)
        promise.resume()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        #expect(await promise.word == "failure late")
        withExtendedLifetime(resolver) {}
    }

    @Test("A promise in time has its value, and the clock is let go")
    func inTime() async throws {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let limited = promise.timeout(.seconds(10), clock: clock, error: .late)
        try await clock.waitForSleepers()
        resolver.fulfill(1)
        #expect(await limited.word == "value 1")
        while clock.sleepers > 0 { await Task.yield() }
    }

    @Test("A call's promise that takes too long fails as the transport's timeouts do")
    func endpointTimeout() async throws {
        let (promise, resolver) = Promise<Int, EndpointError<Never>>.pending()
        let limited = promise.timeout(.seconds(10), clock: clock)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        #expect(await limited.word == "failure timed out: after 10.0 seconds")
        withExtendedLifetime(resolver) {}
    }
}
