import Locking

/// How long a call, or a part of it, may take, and whether that time is over.
final class TimeLimit: Sendable {
    private let length: Duration
    private let subject: String
    private let stopwatch: Stopwatch
    /// The limit that this one is a part of.
    private let outer: TimeLimit?
    private let isOver = Flag()

    /// `subject` is who was not done when the time is over: "the call".
    init(_ length: Duration, for subject: String, on clock: any Clock<Duration>, within outer: TimeLimit? = nil) {
        self.length = length
        self.subject = subject
        self.outer = outer
        stopwatch = Stopwatch(clock)
    }

    /// What is left of this limit and of those around it, zero where nothing is.
    var timeLeft: Duration {
        let left = max(length - stopwatch.elapsed, .zero)
        return outer.map { min($0.timeLeft, left) } ?? left
    }

    /// Why work inside of the limit is being cancelled: nil while there is time, and where somebody else cancels it.
    var error: TransportError? {
        if let error = outer?.error { return error }
        guard isOver.isRaised else { return nil }
        return TransportError(.timeout, "\(subject) was not done within \(DurationText.seconds(length)) s")
    }

    /// The work's result, or a timeout when the limit comes first; the work is then cancelled and waited for.
    func bound<Value: Sendable>(
        _ clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask { [length] in
                try await clock.sleep(for: min(length, Self.longest))
                return nil
            }
            defer { group.cancelAll() }
            if let value = try await group.next() ?? nil { return value }
            // From now on, what is cancelled was not cancelled by a person.
            isOver.raise()
            throw error ?? TransportError(.timeout)
        }
    }

    /// A hundred years: the system's clock traps where its instants end.
    static let longest = Duration.seconds(100 * 365 * 86_400)
}
