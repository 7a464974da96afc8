import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// The cases of Promises/A+ 1.1 (https://promisesaplus.com), 2.1 to 2.3.2, for `then` with typed values and failures.
///
/// What a handler throws and what it returns are checked by the compiler here, so that 2.2.1 (handlers that are no functions)
/// and 2.2.5 (no `this`) have no cases.
@Suite(.timeLimit(.minutes(5))) struct PromisesAPlusTests {
    /// How the promise under test comes to its end.
    enum Way: CaseIterable {
        case already
        case soon
        case later
    }

    private let queue = DispatchQueue(label: "test")

    private func settled(_ way: Way, _ result: Result<Int, Oops>) -> Promise<Int, Oops> {
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        switch way {
        case .already: resolver.resolve(result)
        case .soon: queue.async { resolver.resolve(result) }
        case .later: Task { resolver.resolve(result) }
        }
        return promise
    }

    @Test("2.1.2, 2.1.3: a settled promise doesn't change its state, nor its value or reason", arguments: Way.allCases)
    func states(way: Way) async {
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        resolver.fulfill(1)
        queue.async { resolver.reject(.one) }
        #expect(await promise.then { "\($0)" }.word == "value success(1)")
        await queue.drain()
        #expect(await promise.then { "\($0)" }.word == "value success(1)")
        let rejected = settled(way, .failure(.one))
        #expect(await rejected.word == "failure one")
        #expect(!rejected.cancel())
        #expect(await rejected.word == "failure one")
    }

    @Test(
        "2.2.2, 2.2.3: the handler is called after the promise has settled, once, with its value or reason",
        arguments: Way.allCases)
    func calledOnce(way: Way) async {
        for result: Result<Int, Oops> in [.success(1), .failure(.one)] {
            let lines = Lines()
            let promise = settled(way, result)
            let child = promise.then { lines.append("\($0)") }
            #expect(await child.word == "value ()")
            await queue.drain()
            #expect(lines.all == ["\(result)"])
        }
        let lines = Lines()
        let (never, resolver) = Promise<Int, Oops>.pending(on: queue)
        let child = never.then { lines.append("\($0)") }
        await queue.drain()
        #expect(lines.all == [])
        withExtendedLifetime((child, resolver)) {}
    }

    @Test(
        "2.2.4: the handler isn't called before the code that settles or adds it has ended", arguments: [true, false])
    func calledLater(isSettledFirst: Bool) async {
        let lines = Lines()
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        let child = await withCheckedContinuation { continuation in
            queue.async {
                if isSettledFirst { resolver.fulfill(1) }
                let child = promise.then { _ in lines.append("handler") }
                if !isSettledFirst { resolver.fulfill(1) }
                lines.append("end")
                continuation.resume(returning: child)
            }
        }
        _ = await child.word
        #expect(lines.all == ["end", "handler"])
    }

    @Test(
        "2.2.6: then may be called many times; handlers run in the order of the calls, each child by its own handler",
        arguments: Way.allCases)
    func manyTimes(way: Way) async {
        let lines = Lines()
        let promise = settled(way, .success(1))
        let first = promise.then { _ in lines.append("1") }
        let second = promise.then { _ throws(Oops) -> Int in
            lines.append("2")
            throw Oops.two
        }
        let third = promise.then { _ -> Int in
            promise.then { _ in lines.append("nested") }.ensure {}.success { _ in }
            lines.append("3")
            return 3
        }
        #expect(await first.word == "value ()")
        #expect(await second.word == "failure two")
        #expect(await third.word == "value 3")
        await queue.drain()
        #expect(lines.all == ["1", "2", "3", "nested"])
    }

    @Test(
        "2.2.7.1, 2.2.7.2: what the handler returns or throws is the outcome of the promise it makes",
        arguments: Way.allCases)
    func childOutcome(way: Way) async {
        for result: Result<Int, Oops> in [.success(1), .failure(.one)] {
            let promise = settled(way, result)
            #expect(await promise.then { _ in "text" }.word == "value text")
            #expect(await promise.then { _ throws(Oops) -> String in throw Oops.two }.word == "failure two")
        }
    }

    @Test("2.2.7.3, 2.2.7.4: without a handler for it the outcome is passed on", arguments: Way.allCases)
    func passedOn(way: Way) async {
        #expect(await settled(way, .success(1)).recover { _ in 2 }.word == "value 1")
        #expect(await settled(way, .failure(.one)).map { $0 + 1 }.word == "failure one")
    }

    @Test("2.3.1: a promise that is resolved with itself is rejected", arguments: Way.allCases)
    func itself(way: Way) async {
        let knot = Mutex<Promise<Int, any Error>?>(nil)
        let (start, resolver) = Promise<Int, any Error>.pending()
        if way == .already { resolver.fulfill(1) }
        let tied = DispatchSemaphore(value: 0)
        let promise: Promise<Int, any Error> = start.then(on: DispatchQueue(label: "waits")) { result in
            tied.wait()
            return knot.withLock { $0 } ?? .fulfilled(0)
        }
        knot.withLock { $0 = promise }
        tied.signal()
        if way != .already { resolver.fulfill(1) }
        guard case .failure(let error) = await promise.result else {
            Issue.record("a value")
            return
        }
        #expect(error is SelfReference)
        knot.withLock { $0 = nil }
    }

    @Test(
        "2.3.2: the outcome of a returned promise is taken over, whenever it settles", arguments: Way.allCases,
        Way.allCases)
    func adopted(way: Way, inner: Way) async {
        for result: Result<Int, Oops> in [.success(1), .failure(.one)] {
            let child: Promise<Int, Oops> = settled(way, .success(0)).then { _ in settled(inner, result) }
            switch result {
            case .success: #expect(await child.word == "value 1")
            case .failure: #expect(await child.word == "failure one")
            }
        }
    }

    @Test("2.3.2.1: a promise waits as long as the one it was resolved with")
    func adoptedPending() async {
        let (inner, resolver) = Promise<Int, Oops>.pending(on: queue)
        let lines = Lines()
        let child: Promise<Int, Oops> = Promise<Int, Oops>.fulfilled(0, on: queue).then { _ in inner }
        child.success { _ in lines.append("value") }
        for _ in 0..<5 { await queue.drain() }
        #expect(lines.all == [])
        resolver.fulfill(2)
        #expect(await child.word == "value 2")
    }
}
