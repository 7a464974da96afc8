/// Bounds work by time on a clock that tests can set.
enum Deadline {
    /// A hundred years: the system's clock traps where its instants end.
    private static let longest = Duration.seconds(100 * 365 * 86_400)

    /// The work's result, or what running out gives when the limit comes first; the work is then cancelled and waited for.
    static func limit<Value: Sendable>(
        to limit: Duration, on clock: any Clock<Duration>, runningOut: @escaping @Sendable () -> TransportError,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await clock.sleep(for: min(limit, longest))
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw runningOut() }
            return value
        }
    }
}
