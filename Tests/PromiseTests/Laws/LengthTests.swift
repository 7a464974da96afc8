import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Law 12: chains of any length, on threads with half a mebibyte of stack.
@Suite(.apart, .timeLimit(.minutes(5)), .serialized) struct LengthTests {
    private static let length = Workload.scaled(100_000)

    /// A chain of so many links, each by the step given.
    private static func chain(
        from promise: Promise<Int, Oops>, length: Int = length, _ step: (Promise<Int, Oops>) -> Promise<Int, Oops>
    ) -> Promise<Int, Oops> {
        (0..<length).reduce(promise) { promise, _ in step(promise) }
    }

    @Test("A value goes through 100,000 links")
    func value() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let end = Self.chain(from: promise) { $0.map { $0 + 1 } }
        resolver.fulfill(0)
        #expect(await end.word == "value \(Self.length)")
    }

    @Test("A failure goes through 100,000 links")
    func failure() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let end = Self.chain(from: promise) { $0.map { $0 + 1 } }
        resolver.reject(.one)
        #expect(await end.word == "failure one")
    }

    @Test("A cancellation goes up and down 100,000 links")
    func cancellation() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let end = Self.chain(from: promise) { $0.map { $0 + 1 } }
        end.cancel()
        #expect(await promise.word == "cancelled cancelled")
        #expect(await end.word == "cancelled cancelled")
        let (other, otherResolver) = Promise<Int, Oops>.pending()
        let otherEnd = Self.chain(from: other) { $0.mapError { $0 } }
        otherEnd.cancel()
        #expect(await other.word == "cancelled cancelled")
        let (third, thirdResolver) = Promise<Int, Oops>.pending()
        let thirdEnd = Self.chain(from: third) { $0.map { $0 + 1 } }
        third.cancel()
        #expect(await thirdEnd.word == "cancelled cancelled")
        withExtendedLifetime((resolver, otherResolver, thirdResolver)) {}
    }

    @Test("Each of 100,000 links takes over a promise")
    func adoption() async {
        let end = Self.chain(from: .fulfilled(0)) { $0.flatMap { Promise.fulfilled($0 + 1) } }
        #expect(await end.word == "value \(Self.length)")
    }

    @Test("A loop of 10,000 promises, each returned by the one before, ends")
    func loop() async {
        @Sendable func count(_ number: Int) -> Promise<Int, Oops> {
            number == 0 ? .fulfilled(0) : Promise.fulfilled(number).flatMap { count($0 - 1) }
        }
        #expect(await count(Workload.scaled(10_000)).word == "value 0")
    }

    @Test("A chain that is given up before it settles goes away without a trace")
    func givenUp() async {
        let prison = Prison()
        do {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            let captive = prison.captive()
            _ = Self.chain(from: promise) {
                $0.map { value in
                    captive.touch()
                    return value + 1
                }
            }
            withExtendedLifetime(resolver) {}
        }
        while prison.inmates > 0 { await Task.yield() }
    }

    @Test("Four times the promises in all() take about four times as long, with their progress")
    func linearAll() async {
        let clock = ContinuousClock()
        func seconds(_ count: Int) async -> Double {
            let parts = (0..<count).map { _ in Promise<Int, Oops>.pending() }
            let start = clock.now
            let all = parts.map(\.promise).all()
            for part in parts {
                part.resolver.progress(TransferProgress(.download, completed: 1, total: 1))
                part.resolver.fulfill(1)
            }
            _ = await all.word
            return (clock.now - start) / .seconds(1)
        }
        _ = await seconds(100)
        var ratio = Double.infinity
        for _ in 0..<5 where ratio > 8 { ratio = min(ratio, await seconds(8_000) / seconds(2_000)) }
        #expect(ratio < 8)
    }

    @Test("Four times the links take about four times as long, not sixteen times")
    func linear() async {
        let clock = ContinuousClock()
        func seconds(_ length: Int) async -> Double {
            let start = clock.now
            let end = Self.chain(from: .fulfilled(0), length: length) { $0.map { $0 + 1 } }
            _ = await end.word
            return (clock.now - start) / .seconds(1)
        }
        _ = await seconds(1_000)
        // The machine may be busy: the best of a few.
        var ratio = Double.infinity
        for _ in 0..<5 where ratio > 8 { ratio = min(ratio, await seconds(40_000) / seconds(10_000)) }
        #expect(ratio < 8)
    }

    @Test("100,000 handlers on one promise, and 100,000 children that are cancelled")
    func wide() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let count = Mutex(0)
        let group = HandlerGroup()
        for _ in 0..<Self.length { promise.success(in: group) { _ in count.withLock { $0 += 1 } } }
        let children = (0..<Self.length).map { _ in promise.map { $0 } }
        let keeper = promise.map { $0 }
        for child in children { child.cancel() }
        resolver.fulfill(1)
        #expect(await keeper.word == "value 1")
        #expect(await promise.word == "value 1")
        #expect(count.withLock { $0 } == Self.length)
        #expect(!group.remove())
    }
}
