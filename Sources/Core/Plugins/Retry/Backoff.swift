/// How long to wait before each repetition: a policy, which waits for nobody itself.
public struct Backoff: Sendable, CustomStringConvertible {
    /// What it says in the plan: `0.5 s doubling to 30 s, jittered`.
    public let description: String
    /// The settings that can't be, for the plan's problems.
    let problem: String?
    private let wait: @Sendable (_ repetition: Int, _ random: Double) -> Duration

    /// A policy of one's own.
    ///
    /// The closure gets the number of the repetition, from 1, and a random number from 0 to 1.
    public init(_ description: String, _ wait: @escaping @Sendable (_ repetition: Int, _ random: Double) -> Duration) {
        self.init(description, problem: nil, wait)
    }

    private init(
        _ description: String, problem: String?,
        _ wait: @escaping @Sendable (_ repetition: Int, _ random: Double) -> Duration
    ) {
        self.description = description
        self.problem = problem
        self.wait = wait
    }

    /// Up to the first duration, then up to twice as long each time, never more than the second.
    ///
    /// The wait is random between nothing and that ("full jitter"), so that clients that failed together don't come back
    /// together.
    public static func exponential(from first: Duration, to longest: Duration) -> Backoff {
        let words = "\(DurationText.seconds(first)) s doubling to \(DurationText.seconds(longest)) s, jittered"
        let isSound = first >= .zero && longest >= first
        return Backoff(words, problem: isSound ? nil : "a backoff of \(words)") { repetition, random in
            let ceiling = min(seconds(first) * exponent(repetition), seconds(longest))
            return .seconds(max(ceiling, 0) * random)
        }
    }

    /// Always the same wait.
    public static func constant(_ wait: Duration) -> Backoff {
        let words = "\(DurationText.seconds(wait)) s"
        return Backoff(words, problem: wait >= .zero ? nil : "a backoff of \(words)") { _, _ in max(wait, .zero) }
    }

    /// No wait at all.
    public static let none = Backoff("no time") { _, _ in .zero }

    /// The wait before a repetition, counted from 1; never below zero, and never more than a hundred years.
    func wait(before repetition: Int, random: Double) -> Duration {
        min(max(wait(repetition, random), .zero), Self.longest)
    }

    /// The system's clock traps where its instants end.
    private static let longest = Duration.seconds(100 * 365 * 86_400)

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.clamped.components
        return min(Double(seconds) + Double(attoseconds) / 1e18, 1e10)
    }

    private static func exponent(_ repetition: Int) -> Double {
        Double(sign: .plus, exponent: min(max(repetition - 1, 0), 100), significand: 1)
    }
}
