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
