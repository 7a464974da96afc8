/// Where the time of an exchange went, each from its start. What a transport can't measure is nil.
public struct Timings: Sendable, Hashable {
    /// Until the host's name had an address.
    public var nameLookup: Duration?
    /// Until the connection was there; zero or nil on a connection used again.
    public var connect: Duration?
    /// Until the connection was secure.
    public var tls: Duration?
    /// Until the head of the response had come.
    public var firstByte: Duration?
    /// Until the end. In a reply: of the whole call, redirects and retries included.
    public var total: Duration?

    /// Timings of the parts given.
    public init(
        nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil, firstByte: Duration? = nil,
        total: Duration? = nil
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
    }
}
