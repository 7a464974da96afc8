import CCurl

/// The library below, which has to be told once that it is used.
enum CurlLibrary {
    /// Whether libcurl could be set up: done by whoever asks first, once, however many ask at a time.
    static let isReady = apus_global_init() == CURLE_OK

    /// Whether a connection that HTTP/2 is spoken on without asking can be used again: libcurl 7.88 then sets HTTP/2 up a
    /// second time, inside what is there, and everything on the connection fails.
    static let reusesPriorKnowledge = apus_version() >> 8 != 0x0758

    /// Nanoseconds of a clock that is never set back.
    static var now: Int64 { apus_now() }
}

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
