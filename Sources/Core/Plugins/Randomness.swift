import Locking

/// Where plugins get their random numbers: from the system, or in a test from a sequence that is known.
///
///     Retry(upTo: 3, randomness: .seeded(7))      // the same waits in every run
public struct Randomness: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Numbers of one's own; all 64 bits of each are used.
    public init(_ draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// The system's numbers, fit for keys and nonces.
    public static let system = Randomness {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// The same numbers for the same seed (SplitMix64), for tests; they can be guessed.
    public static func seeded(_ seed: UInt64) -> Randomness {
        let state = Mutex(seed)
        return Randomness {
            var number = state.withLock { state in
                state &+= 0x9E37_79B9_7F4A_7C15
                return state
            }
            number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
            return number ^ (number >> 31)
        }
    }

    /// The next number.
    public func next() -> UInt64 { draw() }

    /// A number from 0 to below 1. One draw whatever comes: the standard library would draw again and again from a source that
    /// always says 0.
    func fraction() -> Double { Double(draw() >> 11) * 0x1p-53 }
}
