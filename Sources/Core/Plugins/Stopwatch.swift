/// Measures the time since it was made, on any clock; on the system's without a closure, since every call makes some.
enum Stopwatch: Sendable {
    case system(ContinuousClock.Instant)
    case other(@Sendable () -> Duration)

    init(_ clock: any Clock<Duration>) {
        self = clock is ContinuousClock ? .system(.now) : .other(clock.stopwatch())
    }

    /// The time since.
    var elapsed: Duration {
        switch self {
        case .system(let start): start.duration(to: .now)
        case .other(let elapsed): elapsed()
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// The time since now, as a closure: an instant can't be kept without the clock's type.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
