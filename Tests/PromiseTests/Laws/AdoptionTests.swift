import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Laws 3, 4 and 5: what handlers throw, what they return, and what they may do.
@Suite(.timeLimit(.minutes(5))) struct AdoptionTests {
    @Test("A handler that throws rejects its own child, and nothing else")
    func throwingHandler() async {
        let promise = Promise<Int, Oops>.fulfilled(1)
        let broken = promise.map { value throws(Oops) -> Int in throw Oops.numbered(value) }
        let sound = promise.map { $0 + 1 }
        #expect(await broken.word == "failure numbered(1)")
        #expect(await sound.word == "value 2")
        #expect(await promise.word == "value 1")
        #expect(await broken.map { $0 + 1 }.word == "failure numbered(1)")
    }

    @Test("Every step that runs a handler passes on what it throws")
    func everyStepMayThrow() async {
        let promise = Promise<Int, Oops>.fulfilled(1)
        let failed = Promise<Int, Oops>.rejected(.one)
        let thrown: [Promise<Int, Oops>] = [
            promise.map { _ throws(Oops) -> Int in throw Oops.two },
            promise.flatMap { _ throws(Oops) -> Promise<Int, Oops> in throw Oops.two },
            promise.then { _ throws(Oops) -> Int in throw Oops.two },
            failed.then { _ throws(Oops) -> Promise<Int, Oops> in throw Oops.two },
            failed.recover { _ throws(Oops) -> Int in throw Oops.two },
            failed.recover { _ throws(Oops) -> Promise<Int, Oops> in throw Oops.two },
            promise.tap { _ throws(Oops) in throw Oops.two },
        ]
        for promise in thrown { #expect(await promise.word == "failure two") }
    }

    @Test("A promise that is returned is taken over: pending, fulfilled or rejected")
    func adoption() async {
        let promise = Promise<Int, Oops>.fulfilled(1)
        let (inner, resolver) = Promise<String, Oops>.pending()
        let waiting = promise.flatMap { _ in inner }
        #expect(await promise.flatMap { Promise.fulfilled("v\($0)") }.word == "value v1")
        #expect(await promise.flatMap { _ in Promise<String, Oops>.rejected(.two) }.word == "failure two")
        resolver.fulfill("later")
        #expect(await waiting.word == "value later")
    }

    @Test("then takes a value, a throw or a promise, on either outcome")
    func then() async {
        let (good, bad) = (Promise<Int, Oops>.fulfilled(1), Promise<Int, Oops>.rejected(.one))
        let word: @Sendable (Result<Int, Oops>) -> String = { result in
            switch result {
            case .success(let value): "had \(value)"
            case .failure(let error): "failed with \(error)"
            }
        }
        #expect(await good.then { word($0) }.word == "value had 1")
        #expect(await bad.then { word($0) }.word == "value failed with one")
        let adopted: Promise<String, Oops> = bad.then { result in
            let text = word(result)
            return Promise.fulfilled("later \(text)")
        }
        #expect(await adopted.word == "value later failed with one")
    }

    @Test("A promise that a handler made to start later is started when it is taken over")
    func adoptionStarts() async {
        let promise = Promise<Int, Oops>.fulfilled(1).flatMap { value in
            Promise<Int, Oops>(paused: true) { fulfill, _, _, _ in fulfill(value + 1) }
        }
        #expect(await promise.word == "value 2")
    }

    @Test("A promise that returns itself is rejected, with the reason where the type has a place for it")
    func selfReference() async {
        let knot = Mutex<Promise<Int, any Error>?>(nil)
        let (start, resolver) = Promise<Int, any Error>.pending()
        let promise = start.flatMap { value in
            guard let promise = knot.withLock({ $0 }) else { return .fulfilled(value) }
            return promise
        }
        knot.withLock { $0 = promise }
        resolver.fulfill(1)
        #expect(await promise.word == "failure a handler returned the promise that waits for it")
        knot.withLock { $0 = nil }
    }

    @Test("A handler may do anything with its own promise: no lock is held")
    func noLockIsHeld() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let group = HandlerGroup()
        let lines = Lines()
        let act: @Sendable () -> Void = {
            promise.success { _ in lines.append("added") }
            promise.progress { _, _ in }
            resolver.fulfill(2)
            resolver.progress(TransferProgress(.download, completed: 1, total: nil))
            promise.pause()
            promise.resume()
            promise.cancel()
            group.remove()
            _ = promise.map { $0 }.cancel()
        }
        resolver.onCancel { act() }
        promise.progress { _, _ in act() }
        promise.success(in: group) { _ in act() }.failure { _, _ in act() }
        let child = promise.map { value in
            act()
            return value
        }
        resolver.progress(TransferProgress(.download, completed: 1, total: 2))
        resolver.fulfill(1)
        let word = await child.word
        #expect(["value 1", "value 2", "cancelled cancelled"].contains(word))
    }

    @Test("What a cancellation runs may do anything with its own promise")
    func cancelActionIsFree() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        resolver.onCancel {
            promise.cancel()
            promise.success { _ in }
            resolver.fulfill(1)
            resolver.onCancel {}
        }
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled cancelled")
    }
}
