/// A duration as plans and messages show it, and as commands take it.
enum DurationText {
    /// Seconds with as many decimals as it takes, three at the most: `10`, `0.25`, `-1.5`.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        var digits = String(attoseconds.magnitude / 1_000_000_000_000_000)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        let sign = duration < .zero ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(digits.isEmpty ? "" : ".\(digits)")"
    }
}
