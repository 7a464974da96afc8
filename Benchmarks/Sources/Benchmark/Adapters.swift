import AllocationCount
import ApusObservable
import ApusPromise

/// What a value costs on its way through an observable, and through a chain of promises: `adapters values|links`.
///
/// Beside each stand a stream of the standard library and a loop, which do the same work. All ways run in turn, and each
/// has to come to what the loop comes to.
enum Adapters {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 1 else { throw Misuse() }
        switch arguments[0] {
        case "values":
            let ways: [Way] = [("loop", Values.loop), ("stream", Values.stream), ("apus", Values.observable)]
            try await measure(1_000_000, ways)
        case "links":
            let ways: [Way] = [("loop", Links.loop), ("stream", Links.stream), ("apus", Links.promises)]
            try await measure(100_000, ways)
        default: throw Misuse()
        }
    }

    private typealias Way = (name: String, run: @Sendable (_ count: Int) async throws -> Int)

    /// The fastest of a few runs of each way is the one that nothing else got in the way of.
    private static func measure(_ count: Int, _ ways: [Way]) async throws {
        var report = Report()
        let counted = count / 10
        for way in ways {
            allocation_count_begin()
            _ = try await way.run(counted)
            report["\(way.name)_allocations"] = Double(allocation_count_end()) / Double(counted)
        }
        let expected = try await ways[0].run(count)
        for _ in 0..<3 {
            for way in ways {
                let cpu = Usage.cpuSeconds
                let start = ContinuousClock.now
                let result = try await way.run(count)
                let elapsed = (ContinuousClock.now - start) / .nanoseconds(count)
                let used = (Usage.cpuSeconds - cpu) * 1e9 / Double(count)
                guard result == expected else { throw WrongResult() }
                report["\(way.name)_ns"] = min(elapsed, report["\(way.name)_ns"] ?? .infinity)
                report["\(way.name)_cpu_ns"] = min(used, report["\(way.name)_cpu_ns"] ?? .infinity)
            }
        }
        report.print()
    }
}

/// Numbers that are changed, half of them left out, and the rest added up where they arrive.
private enum Values {
    @Sendable static func observable(_ count: Int) async -> Int {
        let tally = Tally()
        let sequence = ObservableSequence<Int, Never>.from(0..<count).map(changed).filter(isKept)
            .observe(on: .serial())
        await withCheckedContinuation { continuation in
            sequence.subscribe(onNext: { tally.add($0) }, onCompleted: { continuation.resume() })
        }
        return tally.sum
    }

    @Sendable static func stream(_ count: Int) async -> Int {
        let tally = Tally()
        for await number in numbers(count) {
            let value = changed(number)
            if isKept(value) { tally.add(value) }
        }
        return tally.sum
    }

    @Sendable static func loop(_ count: Int) -> Int {
        let tally = Tally()
        for number in 0..<count {
            let value = changed(number)
            if isKept(value) { tally.add(value) }
        }
        return tally.sum
    }

    @Sendable private static func changed(_ number: Int) -> Int { number &* 0x9E37_79B9 ^ number >> 3 }

    @Sendable private static func isKept(_ value: Int) -> Bool { value & 1 == 0 }
}

/// One added for each link, from nought.
private enum Links {
    @Sendable static func promises(_ count: Int) async throws -> Int {
        var promise = Promise<Int, any Error>.fulfilled(0)
        for _ in 0..<count { promise = promise.map { $0 + 1 } }
        return try await promise.value
    }

    @Sendable static func stream(_ count: Int) async -> Int {
        let tally = Tally()
        for await _ in numbers(count) { tally.add(1) }
        return tally.sum
    }

    @Sendable static func loop(_ count: Int) -> Int {
        let tally = Tally()
        for _ in 0..<count { tally.add(1) }
        return tally.sum
    }
}

/// A stream whose numbers come from a task of their own.
private func numbers(_ count: Int) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task {
        for number in 0..<count { continuation.yield(number) }
        continuation.finish()
    }
    return stream
}

/// A way comes to something else than the loop.
private struct WrongResult: Error {}
