public import ApusCore

/// One sentence about the endpoint, for documentation.
public struct Summary: EndpointComponent {
    private let text: String

    /// A sentence.
    public init(_ text: String) {
        self.text = text
    }

    /// Sets the plan's summary.
    public func declare(in plan: inout RequestPlan) {
        plan.summary = text
    }
}
