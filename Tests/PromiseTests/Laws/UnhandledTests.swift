import ApusCore
import ApusPromise
import Dispatch
import Locking
import TestSupport
import Testing

/// Law 11: a failure that nobody handles is reported once. In processes of their own, since the hook is the program's.
@Suite(.timeLimit(.minutes(5))) struct UnhandledTests {
    /// What is reported of promises that a closure makes, once the closure and its promises are over.
    private static func reported(_ make: @Sendable (DispatchQueue) async -> Void) async -> [String] {
        let lines = Lines()
        UnhandledFailures.setHandler { failure, source in lines.append("\(source): \(failure)") }
        let queue = DispatchQueue(label: "test")
        await make(queue)
        // Reports come by the promise's queue, from promises whose own queues stand above this one.
        for _ in 0..<10 { await queue.drain() }
        return lines.all
    }

    @Test("A failure that nobody handles is reported once, whatever number of steps it went through")
    func once() async {
        await #expect(processExitsWith: .success) {
            let lines = await Self.reported { queue in
                _ = Promise<Int, Oops>.rejected(.one, on: queue)
                _ = Promise<Int, Oops>.rejected(.two, on: queue).map { $0 }.tap { _ in }.ensure {}.delay(.seconds(1))
            }
            #expect(lines.sorted() == ["promise: one", "promise: two"])
        }
    }

    @Test("A failure that goes unhandled on two ways is one failure")
    func twoWays() async {
        await #expect(processExitsWith: .success) {
            let lines = await Self.reported { queue in
                let promise = Promise<Int, Oops>.rejected(.one, on: queue)
                _ = promise.map { $0 + 1 }
                _ = promise.map { $0 + 2 }
                promise.success { _ in }
            }
            #expect(lines == ["promise: one"])
        }
    }

    @Test("A failure that is handled, awaited or recovered from is not reported, and neither is a cancellation")
    func handled() async {
        await #expect(processExitsWith: .success) {
            let lines = await Self.reported { queue in
                let promise = Promise<Int, Oops>.rejected(.one, on: queue)
                promise.failure { _, _ in }
                _ = promise.recover { _ in 1 }
                _ = await promise.result
                _ = promise.then { _ in 1 }
                let (other, resolver) = Promise<Int, Oops>.pending(on: queue)
                _ = other.map { $0 }
                other.cancel()
                withExtendedLifetime(resolver) {}
            }
            #expect(lines == [])
        }
    }

    @Test("A failure is reported when its promise goes, not while somebody may still handle it")
    func notTooEarly() async {
        await #expect(processExitsWith: .success) {
            let lines = await Self.reported { queue in
                let promise = Promise<Int, Oops>.rejected(.one, on: queue)
                for _ in 0..<10 { await queue.drain() }
                promise.failure { _, _ in }
            }
            #expect(lines == [])
        }
    }

    @Test("A promise of many takes on the failures of its parts")
    func many() async {
        await #expect(processExitsWith: .success) {
            let lines = await Self.reported { queue in
                let parts = [Oops.one, .two].map { Promise<Int, Oops>.rejected($0, on: queue) }
                let failed = parts.all(concurrency: nil)
                _ = await failed.result
                _ = await parts.allSettled().result
            }
            #expect(lines == [])
        }
    }
}
