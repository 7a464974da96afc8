import ApusObservable
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ValuesTests {
    private typealias Numbers = ObservableSequence<Int, Oops>
    private let source = HandSource<Int, Oops>()

    private static func collect(_ values: ObservableValues<Int, Oops>) async -> [Event<Int, Oops>] {
        var events: [Event<Int, Oops>] = []
        do throws(Oops) {
            for try await value in values { events.append(.next(value)) }
            return events + [.completed]
        } catch {
            return events + [.error(error)]
        }
    }

    @Test("The values and the end, with the failure's own type")
    func ends() async {
        #expect(await Self.collect(Numbers.from(1...3).values) == [.next(1), .next(2), .next(3), .completed])
        #expect(await Self.collect(Numbers.just(1).concatError(.two).values) == [.next(1), .error(.two)])
        #expect(await Self.collect(Numbers.empty().values) == [.completed])
        let never = ObservableSequence.from(1...2).values
        var sum = 0
        for await value in never { sum += value }
        #expect(sum == 3)
    }

    @Test("After the failure was thrown there is nil")
    func afterFailure() async throws {
        var iterator = Numbers.error(.one).values.makeAsyncIterator()
        await #expect(throws: Oops.one) { try await iterator.next(isolation: nil) }
        #expect(try await iterator.next() == nil)
    }

    @Test("A subscription for each iterator, from the moment it is made; none before")
    func cold() async throws {
        let values = source.observable.values
        #expect(source.subscriptions == 0)
        var first = values.makeAsyncIterator()
        source.next(1)
        var second = values.makeAsyncIterator()
        source.next(2)
        source.completed()
        #expect(source.subscriptions == 2)
        let heard = try await [first.next(), first.next(), first.next(), second.next(), second.next()]
        #expect(heard == [1, 2, nil, 2, nil])
    }

    @Test("Nothing is lost and the order is kept, while a thread emits and a task asks")
    func load() async {
        for _ in 0..<20 {
            let source = Numbers.create { observer in
                DispatchQueue.global().async {
                    for value in 0..<5_000 { observer.next(value) }
                    observer.error(.two)
                }
                return ClosureDisposable()
            }
            #expect(await Self.collect(source.values) == (0..<5_000).map { .next($0) } + [.error(.two)])
        }
    }

    @Test("Cancelling the task that waits disposes, and ends the loop without a failure")
    func cancelsWaiting() async {
        let values = source.observable.values
        let task = Task { await Self.collect(values) }
        await until { source.subscriptions == 1 }
        source.next(1)
        task.cancel()
        let events = await task.value
        #expect(events.last == .completed && events.count <= 2)
        #expect(source.disposals == 1)
    }

    @Test("Cancelled before it asks, a task gets nothing of what is buffered")
    func cancelledBefore() async throws {
        let values = source.observable.values
        let source = source
        let task = Task {
            var iterator = values.makeAsyncIterator()
            source.next(1)
            withUnsafeCurrentTask { $0?.cancel() }
            return try await iterator.next()
        }
        #expect(try await task.value == nil)
        #expect(source.disposals == 1)
    }

    @Test("A cancellation against a thread that emits: the task always comes back, and the source is disposed")
    func race() async {
        for _ in 0..<Workload.scaled(500) {
            let source = HandSource<Int, Oops>()
            let values = source.observable.values
            let task = Task { await Self.collect(values) }
            await until { source.subscriptions == 1 }
            DispatchQueue.global().async { for value in 0..<20 { source.next(value) } }
            task.cancel()
            let events = await task.value
            let heard = events.dropLast()
            guard source.disposals == 1, events.last == .completed, heard == (0..<heard.count).map({ .next($0) })[...]
            else {
                Issue.record("\(events), \(source.disposals) disposals")
                return
            }
        }
    }

    @Test("A loop that is left early disposes, and what was buffered is gone")
    func leaves() async throws {
        let census = Census()
        let source = HandSource<Tracked, Oops>()
        try await Self.takeOne(source, census)
        #expect(source.disposals == 1 && census.alive == 0)
    }

    private static func takeOne(_ source: HandSource<Tracked, Oops>, _ census: Census) async throws {
        var iterator = source.observable.values.makeAsyncIterator()
        for _ in 0..<3 { source.next(Tracked(census)) }
        _ = try await iterator.next()
        #expect(census.alive == 2)
        #expect(source.disposals == 0)
    }

    @Test(
        "A bound keeps the newest or the oldest",
        arguments: [
            (ValueBuffering.newest(2), [4, 5]), (.oldest(2), [1, 2]), (.newest(0), []), (.oldest(-1), []),
            (.unbounded, [1, 2, 3, 4, 5]),
        ])
    func bounds(_ buffering: ValueBuffering, _ kept: [Int]) async {
        let heard = await Self.collect(Numbers.from(1...5).values(buffering: buffering))
        #expect(heard == kept.map { .next($0) } + [.completed])
    }

    @Test("The first value, nil, or the failure; the source is disposed")
    func first() async throws {
        #expect(try await Numbers.from(1...3).firstValue == 1)
        #expect(try await Numbers.empty().firstValue == nil)
        await #expect(throws: Oops.two) { try await Numbers.error(.two).firstValue }
        #expect(await ObservableSequence.just(1).firstValue == 1)
        let sequence = source.observable
        let waiting = Task { () async throws(Oops) in try await sequence.firstValue }
        await until { source.subscriptions == 1 }
        source.next(7)
        #expect(try await waiting.value == 7)
        #expect(source.disposals == 1)
    }

    @Test("Cancelling the task that awaits the first value disposes and gives nil")
    func firstCancelled() async throws {
        let sequence = source.observable
        let task = Task { () async throws(Oops) in try await sequence.firstValue }
        await until { source.subscriptions == 1 }
        task.cancel()
        #expect(try await task.value == nil)
        #expect(source.disposals == 1)
    }
}

/// Lets other tasks run until something is so.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
