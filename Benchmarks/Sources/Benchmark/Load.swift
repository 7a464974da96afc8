/// Calls again and again, so many calls at once.
struct Load {
    let atOnce: Int
    let call: @Sendable () async throws -> Void

    /// Runs until the time is over and what was begun is done; gives the latencies in microseconds, by caller.
    func run(for duration: Duration) async throws -> [[UInt32]] {
        let end = ContinuousClock.now + duration
        return try await withThrowingTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<atOnce {
                group.addTask { try await callAgain(until: end) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func callAgain(until end: ContinuousClock.Instant) async throws -> [UInt32] {
        var latencies: [UInt32] = []
        var start = ContinuousClock.now
        repeat {
            try await call()
            let now = ContinuousClock.now
            latencies.append(UInt32((now - start) / .microseconds(1)))
            start = now
        } while start < end
        return latencies
    }
}
