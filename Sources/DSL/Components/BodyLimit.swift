public import ApusCore

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
