import ApusCore
import ApusPromise
import ApusTesting
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RetryTests {
    private let lines = Lines()

    /// Fails so many times before it has a value, which is the number of the attempt.
    private func flaky(failures: Int) -> Promise<Int, Oops> {
        Promise { [lines] fulfill, reject, _, _ in
            lines.append("attempt")
            let attempt = lines.all.count { $0 == "attempt" }
            if attempt <= failures { reject(.numbered(attempt)) } else { fulfill(attempt) }
        }
    }

    @Test("The work is done again until it succeeds, or as often as was said", arguments: [0, 2, 3, 9])
    func again(failures: Int) async {
        let word = await flaky(failures: failures).retry(3).word
        #expect(word == (failures <= 3 ? "value \(failures + 1)" : "failure numbered(4)"))
        #expect(lines.all.count == min(failures, 3) + 1)
    }

    @Test("Every step between the work and the retry is done again")
    func stepsAgain() async {
        let promise = flaky(failures: 0).flatMap { value in
            lines.append("step \(value)")
            return value < 3 ? Promise.rejected(.one) : .fulfilled(value)
        }.retry(5)
        #expect(await promise.word == "value 3")
        #expect(lines.all == ["attempt", "step 1", "attempt", "step 2", "attempt", "step 3"])
    }

    @Test("A retry of a promise that has failed already does the work again")
    func retryLater() async {
        let promise = flaky(failures: 1)
        #expect(await promise.word == "failure numbered(1)")
        #expect(await promise.retry(1).word == "value 2")
    }

    @Test("What is not worth it is not done again")
    func notWorthIt() async {
        let promise = flaky(failures: 9).retry(5) { $0 != .numbered(2) }
        #expect(await promise.word == "failure numbered(2)")
        #expect(lines.all.count == 2)
    }

    @Test("Retries multiply, one inside of the other")
    func nested() async {
        #expect(await flaky(failures: 99).retry(1).retry(2).word == "failure numbered(6)")
    }

    @Test("The wait before each attempt is asked for by its number")
    func delays() async throws {
        let clock = ManualClock()
        let promise = flaky(failures: 3).retry(3, delay: { .seconds($0 * 10) }, clock: clock)
        for attempt in 1...3 {
            try await clock.waitForSleepers()
            #expect(lines.all.count == attempt)
            clock.advance(by: .seconds(attempt * 10 - 1))
            #expect(clock.sleepers == 1)
            clock.advance(by: .seconds(1))
        }
        #expect(await promise.word == "value 4")
    }

    @Test("What a resolver settles can't be done again: its failure stays")
    func pending() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let retried = promise.retry(3)
        resolver.reject(.one)
        #expect(await retried.word == "failure one")
    }

    @Test("What goes on from a resolver's promise can be done again with its value")
    func afterPending() async {
        let (promise, resolver) = Promise<Int, Oops>.pending()
        let retried = promise.flatMap { _ in flaky(failures: 0) }.map { attempt throws(Oops) in
            if attempt < 3 { throw Oops.one }
            return attempt
        }.retry(5)
        resolver.fulfill(1)
        #expect(await retried.word == "value 3")
    }

    @Test("Work that was made to start later is started, and started again")
    func paused() async {
        let starts = Mutex(0)
        let promise = Promise<Int, Oops>(paused: true) { fulfill, reject, _, _ in
            let number = starts.withLock { starts in
                starts += 1
                return starts
            }
            if number == 1 { reject(.one) } else { fulfill(number) }
        }.retry(1)
        #expect(starts.withLock { $0 } == 0)
        promise.resume()
        #expect(await promise.word == "value 2")
    }

    @Test("Progress of each attempt is passed on")
    func progress() async {
        let queue = DispatchQueue(label: "test")
        let promise = Promise<Int, Oops>(on: queue, paused: true) { [lines] fulfill, reject, progress, _ in
            lines.append("attempt")
            let attempt = lines.all.count { $0 == "attempt" }
            progress(TransferProgress(.download, completed: Int64(attempt), total: nil))
            if attempt == 1 { reject(.one) } else { fulfill(attempt) }
        }.retry(1)
        promise.progress { [lines] _, new in lines.append("progress \(new.completed)") }
        promise.resume()
        #expect(await promise.word == "value 2")
        #expect(lines.all.filter { $0 != "attempt" } == ["progress 1", "progress 2"])
    }
}
