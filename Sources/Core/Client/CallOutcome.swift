/// How a call went: its result, and what is known of the way there.
public struct CallOutcome<Output: Sendable, Failure: Error>: Sendable {
    /// The value or the failure.
    public let result: Result<Output, Failure>
    /// The response, nil where none came.
    public let response: HTTPResponse?
    /// Whether the call ended by being cancelled, also where the failure was mapped to a type that does not say.
    public let isCancelled: Bool
    /// What was sent: one entry an attempt and a hop, empty where nothing was.
    public let attempts: [Attempt]
    /// Where the time went.
    public let timings: Timings
}

/// A value with the response it came from.
public struct Reply<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The response, the last one where several came.
    public let response: HTTPResponse
    /// What was sent: one entry an attempt and a hop.
    public let attempts: [Attempt]
    /// Where the time went.
    public let timings: Timings
}
