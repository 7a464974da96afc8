extension Duration {
    /// In nanoseconds, between none and some 146 years.
    var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < Int64.max / 2_000_000_000 else { return Int64.max / 2 }
        return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// In milliseconds, rounded up, as libcurl counts; at least 1, since 0 means its own default there.
    var curlMilliseconds: Int {
        let nanoseconds = clampedNanoseconds
        return min(max(1, Int((nanoseconds + 999_999) / 1_000_000)), Int(Int32.max))
    }
}
