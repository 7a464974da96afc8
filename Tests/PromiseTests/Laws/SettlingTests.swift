import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Laws 1 and 2: a promise settles once, and its handlers run later, in order.
@Suite(.timeLimit(.minutes(5))) struct SettlingTests {
    private let queue = DispatchQueue(label: "test")

    @Test("Only the first settling takes effect, and says so")
    func settlesOnce() async {
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        let lines = Lines()
        promise.success { lines.append("value \($0)") }.failure { error, _ in lines.append("failure \(error)") }
        #expect(resolver.fulfill(1))
        #expect(!resolver.fulfill(2))
        #expect(!resolver.reject(.one))
        #expect(!resolver.cancel(.cancelled))
        #expect(await promise.word == "value 1")
        #expect(!promise.cancel())
        await queue.drain()
        #expect(lines.all == ["value 1"])
    }

    @Test("A failure stays a failure, whatever is tried after it")
    func staysRejected() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        #expect(resolver.reject(.one))
        #expect(!resolver.fulfill(2))
        #expect(await promise.word == "failure one")
        #expect(await promise.word == "failure one")
    }

    @Test("Handlers run after the call that adds them, also on a settled promise")
    func handlersRunLater() async {
        let lines = Lines()
        let promise = Promise<Int, Oops>.fulfilled(1, on: queue)
        await withCheckedContinuation { continuation in
            queue.async {
                promise.success { _ in lines.append("handler") }
                lines.append("added")
                promise.map { _ in lines.append("map") }.success { continuation.resume() }
                lines.append("added both")
            }
        }
        #expect(lines.all == ["added", "added both", "handler", "map"])
    }

    @Test("Settling doesn't run handlers either")
    func settlingRunsNothing() async {
        let lines = Lines()
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        promise.success { _ in lines.append("handler") }
        await withCheckedContinuation { continuation in
            queue.async {
                resolver.fulfill(1)
                lines.append("settled")
                continuation.resume()
            }
        }
        #expect(await promise.word == "value 1")
        #expect(lines.all == ["settled", "handler"])
    }

    @Test("Handlers run in the order in which they were added, those added by a handler last")
    func registrationOrder() async {
        let lines = Lines()
        let (promise, resolver) = Promise<Int, Oops>.pending()
        promise.success { _ in
            lines.append("0")
            promise.success { _ in lines.append("added by 0") }
        }
        for number in 1..<50 { promise.success { _ in lines.append("\(number)") } }
        resolver.fulfill(1)
        _ = await promise.word
        #expect(await promise.word == "value 1")
        #expect(lines.all == (0..<50).map { "\($0)" } + ["added by 0"])
    }

    @Test("The order holds while one thread settles and another adds")
    func orderWhileSettling() async {
        for _ in 0..<300 {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            let lines = Lines()
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    resolver.fulfill(1)
                } else {
                    for number in 0..<20 { promise.success { _ in lines.append("\(number)") } }
                }
            }
            _ = await promise.word
            #expect(lines.all == (0..<20).map { "\($0)" })
        }
    }

    @Test("Each handler runs on the queue named with it, the others on the promise's")
    func queues() async {
        let key = DispatchSpecificKey<String>()
        let mine = DispatchQueue(label: "mine")
        let theirs = DispatchQueue(label: "theirs")
        mine.setSpecific(key: key, value: "mine")
        theirs.setSpecific(key: key, value: "theirs")
        let promise = Promise<Int, Oops>.fulfilled(1, on: mine)
        let place: @Sendable (Int) -> String = { _ in DispatchQueue.getSpecific(key: key) ?? "nowhere" }
        #expect(await promise.map(place).word == "value mine")
        #expect(await promise.map(on: theirs, place).word == "value theirs")
        #expect(await promise.map(on: theirs) { $0 }.map(place).word == "value mine")
        #expect(await promise.then(on: theirs) { _ in place(1) }.word == "value theirs")
        #expect(await promise.flatMap(on: theirs) { .fulfilled(place($0)) }.word == "value theirs")
        #expect(await Promise<Int, Oops>.fulfilled(1).map(place).word == "value nowhere")
    }

    @Test("Cancelling and fulfilling at once give one outcome", arguments: [10_000])
    func cancelRacesWithFulfil(times: Int) async {
        let outcomes = Mutex<[String: Int]>([:])
        for _ in 0..<times {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            let heard = Mutex(0)
            promise.success { _ in heard.withLock { $0 += 1 } }.failure { _, _ in heard.withLock { $0 += 1 } }
            let effects = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                let tookEffect = thread == 0 ? resolver.fulfill(1) : promise.cancel()
                if tookEffect { effects.withLock { $0 += 1 } }
            }
            let word = await promise.word
            outcomes.withLock { $0[word, default: 0] += 1 }
            let (count, winners) = (heard.withLock { $0 }, effects.withLock { $0 })
            guard count == 1, winners == 1 else {
                Issue.record("\(count) handlers, \(winners) took effect: \(word)")
                return
            }
        }
        let words = outcomes.withLock { Set($0.keys) }
        #expect(words.isSubset(of: ["value 1", "cancelled cancelled"]))
    }

    @Test("Two fulfilments at once: one takes effect, and it is the one that is heard")
    func fulfilRacesWithFulfil() async {
        for _ in 0..<2_000 {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            let winner = Mutex<[Int]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                if resolver.fulfill(thread) { winner.withLock { $0.append(thread) } }
            }
            let winners = winner.withLock { $0 }
            #expect(winners.count == 1)
            #expect(await promise.word == "value \(winners.first ?? -1)")
        }
    }
}
