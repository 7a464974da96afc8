import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Law 13: nothing that was captured outlives its use.
@Suite(.timeLimit(.minutes(5))) struct ReleasingTests {
    private let prison = Prison()

    private func captive() -> Captive { prison.captive() }

    /// Settled blocks may still be on their way out of a queue.
    private func expectNobody(_ place: Int = #line) async {
        while prison.inmates > 0 { await Task.yield() }
    }

    private func addHandlers(to promise: Promise<Int, Oops>, in group: HandlerGroup? = nil) {
        let (first, second, third) = (captive(), captive(), captive())
        promise.success(in: group) { _ in first.touch() }
            .failure(in: group) { _, _ in second.touch() }
            .progress(in: group) { _, _ in third.touch() }
    }

    @Test(
        "Handlers are let go of when the promise settles, though promise and resolver are kept", arguments: [0, 1, 2])
    func handlers(outcome: Int) async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        addHandlers(to: promise)
        #expect(prison.inmates == 3)
        switch outcome {
        case 0: resolver.fulfill(1)
        case 1: resolver.reject(.one)
        default: promise.cancel()
        }
        await expectNobody()
        addHandlers(to: promise)
        await expectNobody()
        withExtendedLifetime((promise, resolver)) {}
    }

    @Test("What a cancellation would do is let go of when the promise settles")
    func cancelAction() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        do {
            let captive = captive()
            resolver.onCancel { captive.touch() }
        }
        resolver.fulfill(1)
        await expectNobody()
        withExtendedLifetime((promise, resolver)) {}
    }

    @Test("Steps are let go of with the promises made from them", arguments: [true, false])
    func steps(isFulfilled: Bool) async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        do {
            let held = (0..<9).map { _ in captive() }
            let first = promise.map { value in
                held[0].touch()
                return value
            }
            .flatMap { value -> Promise<Int, Oops> in
                held[1].touch()
                return .fulfilled(value)
            }
            .then { result throws(Oops) -> Int in
                held[2].touch()
                return try result.get()
            }
            .recover { failure throws(Oops) -> Int in
                held[3].touch()
                throw failure
            }
            let end = first.mapError { failure in
                held[4].touch()
                return failure
            }
            .ensure { held[5].touch() }
            .tap { _ in held[6].touch() }
            .retry(1) { _ in
                held[7].touch()
                return false
            }
            .timeout(.seconds(3600), error: held[8].failure)
            if isFulfilled { resolver.fulfill(1) } else { resolver.reject(.one) }
            #expect(await end.word == (isFulfilled ? "value 1" : "failure one"))
        }
        await expectNobody()
        withExtendedLifetime((promise, resolver)) {}
    }

    @Test(
        "Steps are let go of once fulfilled or cancelled, though the promise made by them is kept",
        arguments: [true, false])
    func stepsOfKept(isFulfilled: Bool) async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let end: Promise<Int, Oops>
        do {
            let held = (0..<3).map { _ in captive() }
            let work = Promise<Int, Oops> { fulfill, _, _, onCancel in
                onCancel { held[0].touch() }
                fulfill(1)
            }
            end = work.flatMap { _ in
                held[1].touch()
                return promise
            }
            .map { value in
                held[2].touch()
                return value
            }
        }
        if isFulfilled { resolver.fulfill(1) } else { end.cancel() }
        #expect(await end.word == (isFulfilled ? "value 1" : "cancelled cancelled"))
        await expectNobody()
        withExtendedLifetime((promise, resolver, end)) {}
    }

    @Test("The steps of a child that is cancelled are let go of, though its parent goes on")
    func cancelledChild() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let other = promise.map { $0 }
        do {
            let captive = captive()
            promise.map { value in
                captive.touch()
                return value
            }.cancel()
        }
        await expectNobody()
        withExtendedLifetime((other, resolver)) {}
    }

    @Test("Removed handlers are let go of at once")
    func removed() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let group = HandlerGroup()
        addHandlers(to: promise, in: group)
        #expect(group.remove())
        #expect(prison.inmates == 0)
        #expect(!group.remove())
        withExtendedLifetime((promise, resolver)) {}
    }

    @Test("Values are let go of with their promises, also in the promises of many")
    func values() async {
        do {
            let promises = (0..<4).map { _ in Promise<Captive, Oops>.fulfilled(captive()) }
            _ = await promises.all().map { $0.count }.word
            _ = await promises.firstSettled().map { _ in 1 }.word
            _ = await promises.firstSuccess().map { _ in 1 }.word
            _ = await promises.allSettled().map { $0.count }.word
            _ = await promises[0].delay(.zero).map { _ in 1 }.word
        }
        await expectNobody()
    }

    @Test("Work is let go of when it is over and its promise is gone")
    func work() async {
        do {
            let (first, second) = (captive(), captive())
            let promise = Promise<Int, Oops> { fulfill, _, _, onCancel in
                onCancel { first.touch() }
                fulfill(1)
            }
            let other = Promise<Int, any Error> {
                second.touch()
                return 2
            }
            #expect(await promise.word == "value 1")
            #expect(await other.word == "value 2")
        }
        await expectNobody()
    }
}

extension Captive {
    fileprivate var failure: Oops {
        touch()
        return .late
    }
}
