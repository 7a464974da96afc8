#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What plugins and transports know of the call that they are part of: its plan, its clock, its event sink.
///
/// One call has one exchange, however many attempts and hops it takes.
public struct Exchange: Sendable {
    let shared: SharedExchange
    /// Which attempt this is, from 1; a plugin that tries again counts it up for those inside.
    public let attempt: Int
    /// The innermost limit of time, nil where there is none.
    let limit: TimeLimit?

    init(_ shared: SharedExchange, attempt: Int = 1, limit: TimeLimit? = nil) {
        self.shared = shared
        self.attempt = attempt
        self.limit = limit
    }

    /// The plan of the call, with the client's defaults.
    public var plan: RequestPlan { shared.plan }
    /// The endpoint's name, nil where none is declared.
    public var name: String? { shared.name }
    /// The URL of the call's first request: what is for its origin alone stays away from others.
    public var url: RequestURL { shared.url }
    /// How many bytes of a body the transport may collect, counted after decompression.
    public var bodyLimit: Int { shared.bodyLimit }
    /// Whether the call wants some bodies as streams: only then need a transport ask ``streamsBody(after:)``.
    public var mayStream: Bool { shared.receiver != nil }

    /// Whether the body that follows a head is wanted as a stream, from the head on; else it is collected.
    ///
    /// A transport that can't stream collects it all the same: the call makes a stream of it.
    public func streamsBody(after head: HTTPResponse) -> Bool {
        shared.receiver?.streamsBody(after: head) ?? false
    }
    /// The clock to wait and to measure with: a test may set it by hand.
    public var clock: any Clock<Duration> { shared.clock }
    /// The date and time by ``clock``, where it is a ``WallClock``, else by the system.
    public var date: Date { (clock as? any WallClock)?.date ?? Date() }
    /// How long the call may still take; nil where no limit was set. A wait that is longer is in vain.
    public var timeLeft: Duration? { limit?.timeLeft }
    /// What has been sent so far: one entry an attempt and a hop.
    public var attempts: [Attempt] { shared.history.attempts }

    /// A value that plugins of the same call share, kept under a key type; its default until it is set.
    public subscript<Key: ExchangeKey>(key: Key.Type) -> Key.Value {
        get { shared[key] }
        nonmutating set { shared[key] = newValue }
    }

    /// Tells those who listen to the call that something happened.
    public func emit(_ event: CallEvent) {
        shared.events?(event)
    }

    /// Whether anybody listens: a transport need not count bytes for nobody.
    public var isObserved: Bool { shared.events != nil }

    /// Starts to measure on ``clock``: calling the result gives the time since.
    public func stopwatch() -> @Sendable () -> Duration {
        let stopwatch = Stopwatch(shared.clock)
        return { stopwatch.elapsed }
    }

    func numbered(_ attempt: Int) -> Exchange {
        Exchange(shared, attempt: attempt, limit: limit)
    }

    func limited(by limit: TimeLimit) -> Exchange {
        Exchange(shared, attempt: attempt, limit: limit)
    }

    func record(_ attempt: Attempt) {
        shared.record(attempt)
        if isObserved { emit(.finished(attempt)) }
    }
}
