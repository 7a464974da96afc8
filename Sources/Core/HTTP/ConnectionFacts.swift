/// What is known of the connection that a response came over. What a transport can't tell is nil.
public struct ConnectionFacts: Sendable, Hashable {
    /// The version of HTTP that was spoken: `1.1`, `2`.
    public var httpVersion: String?
    /// The address connected to, of a proxy where there was one: `192.0.2.1:443`, `[2001:db8::1]:443`.
    public var remoteAddress: String?
    /// Whether the connection had been used before.
    public var isReused: Bool?
    /// Bytes sent in head and body, before encryption.
    public var bytesSent: Int64?
    /// Bytes received in head and body so far without encryption and before decompression.
    public var bytesReceived: Int64?

    /// Facts of the parts given.
    public init(
        httpVersion: String? = nil, remoteAddress: String? = nil, isReused: Bool? = nil, bytesSent: Int64? = nil,
        bytesReceived: Int64? = nil
    ) {
        self.httpVersion = httpVersion
        self.remoteAddress = remoteAddress
        self.isReused = isReused
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
    }
}
