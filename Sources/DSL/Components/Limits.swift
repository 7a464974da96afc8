public import ApusCore

/// How long the whole call may take, redirects, retries and waiting included; then it ends as a timeout.
public struct Timeout: EndpointComponent {
    private let duration: Duration

    /// A limit of more than zero.
    public init(_ duration: Duration) {
        self.duration = duration
    }

    /// Sets the plan's timeout.
    public func declare(in plan: inout RequestPlan) {
        plan.timeout = duration
    }
}

/// How many bytes of a response are collected, after decompression; a longer one ends the call. 64 MiB by default.
public struct BodyLimit: EndpointComponent {
    private let bytes: Int

    /// A limit in bytes, more than zero.
    public init(_ bytes: Int) {
        self.bytes = bytes
    }

    /// Sets the plan's limit.
    public func declare(in plan: inout RequestPlan) {
        plan.bodyLimit = bytes
    }
}
