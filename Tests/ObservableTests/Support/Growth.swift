import TestSupport

/// Whether ten times as much work takes in the order of ten times as long, and not a hundred times.
///
/// A busy machine can spoil a measurement but not make quadratic work look linear three times, so one good one is enough.
func isLinear(_ most: Int, _ work: @Sendable (_ count: Int) async -> Void) async -> Bool {
    let count = Workload.scaled(most)
    let clock = ContinuousClock()
    for _ in 0..<3 {
        let little = await clock.measure { await work(count / 10) }
        let much = await clock.measure { await work(count) }
        if much < little * 35 { return true }
    }
    return false
}
