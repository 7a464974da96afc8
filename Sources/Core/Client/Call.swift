/// One endpoint at one client, ready to run. Cold: nothing is sent until it is awaited or started, and each time anew.
public struct Call<Output: Sendable, Failure: Error>: Sendable {
    let client: Client
    /// What is called.
    public let endpoint: Endpoint<Output, Failure>

    /// What the call would do, with the client's base URL and plugins.
    public var plan: RequestPlan { client.plan(for: endpoint) }

    /// How a call ends that is cancelled before anything is sent. For adapters: it holds the failure that says so.
    public var cancelled: CallOutcome<Output, Failure> {
        CallOutcome(
            result: endpoint.interpret(.failure(.cancelled)), response: nil, isCancelled: true, attempts: [],
            timings: Timings())
    }

    /// Runs the call and gives its value, or throws its failure.
    public var value: Output {
        get async throws(Failure) { try await client.result(of: endpoint).get() }
    }

    /// Runs the call and gives its value or its failure.
    public var result: Result<Output, Failure> {
        get async { await client.result(of: endpoint) }
    }

    /// Runs the call and gives its value with the response it came from, or throws its failure.
    public var reply: Reply<Output> {
        get async throws(Failure) {
            let outcome = await outcome()
            let value = try outcome.result.get()
            // A value only ever comes out of a response.
            let response = outcome.response ?? HTTPResponse(status: 200)
            return Reply(value: value, response: response, attempts: outcome.attempts, timings: outcome.timings)
        }
    }

    /// Runs the call and tells all about how it went, success or not; `events` hears of each step while it runs.
    ///
    /// `events` is called where things happen, on the transport's thread for one, and must not wait; ``start(on:events:handler:)``
    /// calls it on a queue. Of a response that is streamed it goes on to hear while the stream is read.
    public func outcome(
        events: (@Sendable (CallEvent) -> Void)? = nil
    ) async -> CallOutcome<Output, Failure> {
        await client.outcome(of: endpoint, events: events)
    }
}
