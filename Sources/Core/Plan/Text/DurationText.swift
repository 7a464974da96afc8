/// A duration as plans and messages show it, and as commands take it.
enum DurationText {
    /// Seconds with as many decimals as it takes, three at the most, rounded away from zero: `10`, `0.25`.
    ///
    /// Rounded to zero, a limit would be none: curl takes `--max-time 0` so.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.clamped.components
        let (milliseconds, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        let thousandths = milliseconds + (rest > 0 ? 1 : 0)
        let whole = seconds.magnitude + thousandths / 1000
        let sign = duration < .zero ? "-" : ""
        guard thousandths % 1000 != 0 else { return "\(sign)\(whole)" }
        var digits = String(thousandths % 1000)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}

extension Duration {
    /// The duration, or the longest that has components: asking a longer one for them traps.
    var clamped: Duration {
        min(max(self, .seconds(-Int64.max)), .seconds(Int64.max))
    }
}
