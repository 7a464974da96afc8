/// Durations that a clock can take: the system's clock traps where its instants end.
enum Waiting {
    /// A hundred years.
    private static let longest = Duration.seconds(100 * 365 * 86_400)

    static func bounded(_ duration: Duration) -> Duration {
        min(max(duration, .zero), longest)
    }
}
