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
