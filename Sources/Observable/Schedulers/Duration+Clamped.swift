extension Duration {
    /// Longer than anything waits for, and short enough that a few of them can be added.
    static let eternity = Duration.seconds(1 << 60)

    /// Between zero and eternity.
    var clamped: Duration { min(max(self, .zero), .eternity) }

    /// In nanoseconds, from zero to some hundred years: what a system's timer can count. Never sooner than asked.
    var clampedNanoseconds: Int {
        let (seconds, attoseconds) = clamped.components
        guard seconds < 3_000_000_000 else { return 3_000_000_000_000_000_000 }
        return Int(seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000)
    }

    /// The time since the program first asked, for schedulers of the real time.
    static var sinceOrigin: Duration { Self.origin.duration(to: .now) }

    private static let origin = ContinuousClock.now
}
