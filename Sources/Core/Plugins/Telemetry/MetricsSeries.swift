/// What ``Metrics`` counted for one endpoint and one status.
public struct MetricsSeries: Sendable, Hashable {
    /// How many calls took no longer than a bound.
    public struct Bucket: Sendable, Hashable {
        /// The bound in seconds; infinity for the last one.
        public let upperBound: Double
        /// The calls, those of lower bounds included.
        public let count: Int
    }

    /// The endpoint's name, or method and path template; `other` beyond the limit.
    public let endpoint: String
    /// The status's code, or the kind of failure where there was no response; `other` beyond the limit.
    public let status: String
    /// How many calls ended so.
    public let count: Int
    /// How many of them were errors.
    public let errors: Int
    /// How long they took in all.
    public let totalTime: Duration
    /// The histogram, bounds ascending, the last one infinite.
    public let buckets: [Bucket]
}
