/// A duration as plans and messages show it, and as commands take it.
enum DurationText {
    /// Seconds with as many decimals as it takes, three at the most: `10`, `0.25`.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds != 0 else { return "\(seconds)" }
        var digits = String(milliseconds)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(seconds).\(digits)"
    }
}
