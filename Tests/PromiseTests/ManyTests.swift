import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Law 10: what becomes of many promises, and of none.
@Suite(.timeLimit(.minutes(5))) struct ManyTests {
    private let lines = Lines()

    private func pending(
        _ name: String = ""
    ) -> (promise: Promise<Int, Oops>, resolver: PromiseResolver<Int, Oops>) {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        resolver.onCancel { [lines] in lines.append("closed \(name)") }
        return (promise, resolver)
    }

    @Test("all keeps the order of the promises, whatever order they settle in")
    func allKeepsTheOrder() async {
        let parts = (0..<5).map { _ in pending() }
        let all = parts.map(\.promise).all()
        for index in [3, 0, 4, 2, 1] { parts[index].resolver.fulfill(index * 10) }
        #expect(await all.word == "value [0, 10, 20, 30, 40]")
    }

    @Test("No promises: all and allSettled have no values, firstSuccess no success, firstSettled is cancelled")
    func none() async {
        #expect(await [Promise<Int, Oops>]().all().word == "value []")
        #expect(await [Promise<Int, Plain>]().all(cancelled: .stopped).word == "value []")
        #expect(await [Promise<Int, Oops>]().allSettled().map(\.count).word == "value 0")
        #expect(await [Promise<Int, Oops>]().firstSuccess().word == "failure no promise to succeed")
        #expect(await [Promise<Int, Oops>]().firstSettled().word == "cancelled cancelled")
        #expect(await [Promise<Int, Plain>]().firstSettled(cancelled: .stopped).word == "cancelled stopped")
    }

    @Test("all fails at once with the first failure and cancels the rest")
    func allFailsFast() async {
        let parts = (0..<3).map { pending("\($0)") }
        let all = parts.map(\.promise).all()
        parts[1].resolver.reject(.two)
        #expect(await all.word == "failure two")
        #expect(await parts[0].promise.word == "cancelled cancelled")
        #expect(await parts[2].promise.word == "cancelled cancelled")
        #expect(Set(lines.all) == ["closed 0", "closed 2"])
    }

    @Test("What something else goes on from is not cancelled with the rest")
    func allLeavesOthersAlone() async {
        let parts = (0..<2).map { pending("\($0)") }
        let other = parts[0].promise.map { $0 }
        let all = parts.map(\.promise).all()
        parts[1].resolver.reject(.two)
        #expect(await all.word == "failure two")
        parts[0].resolver.fulfill(1)
        #expect(await other.word == "value 1")
    }

    @Test("Cancelling the whole cancels the parts")
    func cancelsParts() async {
        let parts = (0..<3).map { pending("\($0)") }
        let promises = parts.map(\.promise)
        #expect(promises.all().cancel())
        for promise in promises { #expect(await promise.word == "cancelled cancelled") }
        #expect(Set(lines.all) == ["closed 0", "closed 1", "closed 2"])
    }

    @Test("all starts at most so many at a time of what waits to be started", arguments: [1, 3, 100, 0])
    func concurrency(limit: Int) async {
        let running = Mutex((now: 0, most: 0, resolvers: [@Sendable () -> Void]()))
        let parts = (0..<20).map { number in
            Promise<Int, Oops>(paused: true) { fulfill, _, _, _ in
                running.withLock { state in
                    state.now += 1
                    state.most = max(state.most, state.now)
                    state.resolvers.append {
                        running.withLock { $0.now -= 1 }
                        fulfill(number)
                    }
                }
            }
        }
        let all = parts.all(concurrency: limit)
        let isOver = Mutex(false)
        let word = Task {
            let word = await all.word
            isOver.withLock { $0 = true }
            return word
        }
        while !isOver.withLock({ $0 }) {
            let resolve = running.withLock { $0.resolvers.popLast() }
            resolve?()
            await Task.yield()
        }
        #expect(await word.value == "value \(Array(0..<20))")
        #expect(running.withLock { $0.most } == min(max(limit, 1), 20))
    }

    @Test("What ran already takes no place of what waits to be started")
    func concurrencyOfMixed() async {
        // Many rounds: what is fulfilled already may be heard of while it is asked whether it waits to be started.
        for _ in 0..<Workload.scaled(500) {
            let running = Mutex((now: 0, most: 0))
            let parts = (0..<5).map { Promise<Int, Oops>.fulfilled($0) }
            let waiting = (0..<8).map { number in
                Promise<Int, any Error>(paused: true) {
                    running.withLock { state in
                        state.now += 1
                        state.most = max(state.most, state.now)
                    }
                    await Task.yield()
                    running.withLock { $0.now -= 1 }
                    return number
                }.mapError { _ in Oops.one }
            }
            let word = await (parts + waiting).all(concurrency: 2).map(\.count).word
            guard word == "value 13", running.withLock({ $0.most }) <= 2 else {
                Issue.record("\(word), \(running.withLock { $0.most }) at once")
                return
            }
        }
    }

    @Test("Progress beyond all bounds doesn't trap")
    func progressOverflow() async {
        let parts = (0..<2).map { _ in Promise<Int, Oops>.pending() }
        let all = parts.map(\.promise).all()
        let heard = AsyncStream<TransferProgress>.makeStream()
        all.progress { heard.continuation.yield($1) }
        for part in parts {
            part.resolver.progress(TransferProgress(.download, completed: .max, total: .max))
        }
        var last: TransferProgress?
        for await progress in heard.stream {
            last = progress
            if progress.total != nil { break }
        }
        #expect(last == TransferProgress(.download, completed: .max, total: .max))
        withExtendedLifetime(parts) {}
    }

    @Test("Handles of promises that a whole keeps no more than it must: one that is paused and forgotten ends")
    func forgottenPart() async {
        let all: Promise<[Int], Oops>
        do {
            let (promise, resolver) = Promise<Int, Oops>.pending()
            promise.pause()
            all = [promise].all()
            resolver.fulfill(1)
        }
        #expect(await all.word == "value [1]")
    }

    @Test("Promises of promises of the same promises are looked at once each, and a knot doesn't spin")
    func diamonds() async {
        let (root, resolver) = Promise<Int, Oops>.pending()
        var promise = root
        for _ in 0..<40 { promise = [promise, promise].all().map { $0[0] } }
        let waiting = promise
        async let word = waiting.map { $0 }.flatMap { Promise.fulfilled($0) }.word
        resolver.fulfill(7)
        #expect(await word == "value 7")
    }

    @Test("Those that were not started yet never start after a failure")
    func neverStarted() async {
        let starts = Mutex(0)
        let parts = (0..<5).map { _ in
            Promise<Int, Oops>(paused: true) { _, reject, _, _ in
                starts.withLock { $0 += 1 }
                reject(.one)
            }
        }
        #expect(await parts.all(concurrency: 1).word == "failure one")
        for part in parts.dropFirst() { #expect(await part.word == "cancelled cancelled") }
        #expect(starts.withLock { $0 } == 1)
    }

    @Test("all adds up the progress of its promises")
    func progress() async {
        let queue = DispatchQueue(label: "test")
        let parts = (0..<2).map { _ in Promise<Int, Oops>.pending(on: queue) }
        let all = parts.map(\.promise).all()
        let heard = AsyncStream<String>.makeStream()
        all.progress { heard.continuation.yield("\($0?.completed ?? -1) \($1.completed)/\($1.total ?? -1)") }
        var steps = heard.stream.makeAsyncIterator()
        parts[0].resolver.progress(TransferProgress(.download, completed: 1, total: 10))
        #expect(await steps.next() == "-1 1/-1")
        parts[1].resolver.progress(TransferProgress(.download, completed: 5, total: 20))
        #expect(await steps.next() == "1 6/30")
        parts[0].resolver.progress(TransferProgress(.download, completed: 10, total: 10))
        #expect(await steps.next() == "6 15/30")
        for part in parts { part.resolver.fulfill(1) }
        #expect(await all.word == "value [1, 1]")
    }

    @Test("firstSuccess waits for a value, and cancels the others")
    func firstSuccess() async {
        let parts = (0..<3).map { pending("\($0)") }
        let first = parts.map(\.promise).firstSuccess()
        parts[0].resolver.reject(.one)
        parts[2].resolver.fulfill(2)
        #expect(await first.word == "value 2")
        #expect(await parts[1].promise.word == "cancelled cancelled")
        #expect(lines.all == ["closed 1"])
    }

    @Test("firstSuccess without a success has all failures, in the order of the promises")
    func noSuccess() async throws {
        let parts = (0..<3).map { pending("\($0)") }
        let first = parts.map(\.promise).firstSuccess()
        for index in [2, 0, 1] { parts[index].resolver.reject(.numbered(index)) }
        guard case .failure(let failure) = await first.result else {
            Issue.record("a value")
            return
        }
        #expect(failure.failures == [.numbered(0), .numbered(1), .numbered(2)])
        #expect(!failure.isCancelled)
        #expect("\(failure)" == "none of 3 succeeded\nnumbered(0)\nnumbered(1)\nnumbered(2)")
    }

    @Test("firstSettled takes a failure as well, and cancels the others")
    func firstSettled() async {
        let parts = (0..<3).map { pending("\($0)") }
        let first = parts.map(\.promise).firstSettled()
        parts[1].resolver.reject(.one)
        #expect(await first.word == "failure one")
        #expect(await parts[0].promise.word == "cancelled cancelled")
        #expect(Set(lines.all).isSubset(of: ["closed 0", "closed 2"]))
    }

    @Test("allSettled has every outcome, in the order of the promises")
    func allSettled() async throws {
        let parts = (0..<3).map { pending("\($0)") }
        let all = parts.map(\.promise).allSettled()
        parts[2].resolver.fulfill(2)
        parts[0].resolver.reject(.one)
        parts[1].promise.cancel()
        let outcomes = try await all.value
        #expect(outcomes == [.failure(.one), .failure(.cancelled), .success(2)])
    }

    @Test("Retrying the whole makes all its parts again")
    func retry() async {
        let attempts = Mutex(0)
        let parts = (0..<2).map { number in
            Promise<Int, Oops> { fulfill, reject, _, _ in
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                if attempt <= 2 { reject(.numbered(attempt)) } else { fulfill(number) }
            }
        }
        #expect(await parts.all().retry(3).word == "value [0, 1]")
        #expect(attempts.withLock { $0 } == 4)
    }
}
