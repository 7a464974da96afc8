public import Dispatch

/// Tells when the first call begins and when the last one has ended: for a loading indicator.
///
///     let activity = Activity(on: .main, after: .milliseconds(200)) { isActive in spinner.isVisible = isActive }
///     let client = Client("https://api.example.com") { activity }
///
/// All clients and endpoints that use the same value, or a copy of it, are counted together. It is told on the queue, in order,
/// and never the same twice in a row, beginning with `true`. A call ends when its response is there, and so it does by
/// failing and by being cancelled. What is streamed after the head is not waited for.
public struct Activity: Plugin {
    private let threshold: Duration
    private let counter: ActivityCounter

    /// An activity that is told on the queue.
    ///
    /// - Parameters:
    ///   - queue: Where it is told; a concurrent queue is told in order, too.
    ///   - threshold: How long a call has to take before it counts, by the client's clock: shorter ones are silent.
    ///   - tell: Gets true when calls are under way and false when none is any more.
    public init(
        on queue: DispatchQueue = .main, after threshold: Duration = .zero, _ tell: @escaping @Sendable (Bool) -> Void
    ) {
        self.threshold = threshold
        counter = ActivityCounter(on: queue, tell)
    }

    /// `activity`, or `activity of calls longer than 0.2 s`.
    public var summary: String {
        threshold == .zero ? "activity" : "activity of calls longer than \(DurationText.seconds(threshold)) s"
    }

    /// Around the attempts and the waits between them.
    public var place: PluginPlace? { .call }

    /// Inside of a retry, an indicator would go out between attempts. Two for two indicators are right.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var problems: [PlanProblem] = []
        if outside.contains(where: { $0.place == .retry }) {
            problems.append(
                .misplaced(
                    "Activity",
                    "it stands inside of what repeats requests, so that it ends between attempts: list it before"))
        }
        if threshold < .zero {
            problems.append(.badSetting("Activity", "a threshold of \(DurationText.seconds(threshold)) s"))
        }
        return problems
    }

    /// Counts the call while it is under way.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        guard threshold > .zero else {
            counter.begin()
            defer { counter.end() }
            return try await next(request)
        }
        let call = counter.wait()
        let timer = Task { [counter, threshold, clock = exchange.clock] in
            try await clock.sleep(for: min(threshold, TimeLimit.longest))
            counter.begin(call)
        }
        defer {
            timer.cancel()
            counter.end(call)
        }
        return try await next(request)
    }
}

extension Activity: CustomReflectable {
    /// The summary: nothing that prints a value by its parts may walk into a lock.
    public var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }
}
