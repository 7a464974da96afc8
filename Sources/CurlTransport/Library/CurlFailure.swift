/// What is known of an exchange that libcurl gave up.
struct CurlFailure {
    let code: Int
    /// libcurl's own words about this case, or those for the code.
    let words: String
    let phase: CurlError.Phase
    /// Whether a byte of the request may have left.
    let mayHaveBeenSent: Bool
    let isSecure: Bool
    /// Whether the proxy answered, and would not connect.
    let isRefusedByProxy: Bool
}
