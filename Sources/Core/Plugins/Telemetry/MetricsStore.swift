import Locking

/// Where ``Metrics`` counts; shared by all its copies.
final class MetricsStore: Sendable {
    private struct Key: Hashable {
        let endpoint: String
        let status: String

        static let other = Key(endpoint: "other", status: "other")
    }

    private struct Counts {
        var count = 0
        var errors = 0
        var time = Duration.zero
        /// One for each bound, and one for what is beyond the last.
        var buckets: [Int]
    }

    private let bounds: [Double]
    private let limit: Int
    private let series = Mutex<[Key: Counts]>([:])

    /// `bounds` are ascending.
    init(bounds: [Double], limit: Int) {
        self.bounds = bounds
        self.limit = limit
    }

    func count(_ endpoint: String, _ status: String, isError: Bool, _ time: Duration) {
        // A clock may say anything, and the sum must not overflow.
        let time = min(max(time, .zero), .seconds(1_000_000_000))
        let seconds = Self.seconds(time)
        let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.endIndex
        let wanted = Key(endpoint: endpoint, status: status)
        series.withLock { series in
            let key = series[wanted] != nil || series.count < limit ? wanted : .other
            var counts = series[key] ?? Counts(buckets: Array(repeating: 0, count: bounds.count + 1))
            counts.count += 1
            counts.errors += isError ? 1 : 0
            counts.time += time
            counts.buckets[bucket] += 1
            series[key] = counts
        }
    }

    var snapshot: [MetricsSeries] {
        let series = series.withLock(\.self)
        return series.map { key, counts in
            var sum = 0
            let buckets = zip(bounds + [.infinity], counts.buckets).map { bound, count in
                sum += count
                return MetricsSeries.Bucket(upperBound: bound, count: sum)
            }
            return MetricsSeries(
                endpoint: key.endpoint, status: key.status, count: counts.count, errors: counts.errors,
                totalTime: counts.time, buckets: buckets)
        }
        .sorted { ($0.endpoint, $0.status) < ($1.endpoint, $1.status) }
    }

    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.clamped.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
