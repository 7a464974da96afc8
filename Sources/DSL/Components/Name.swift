public import ApusCore

/// The endpoint's name for logs, metrics and documentation: `company.show`.
public struct Name: EndpointComponent {
    private let name: String

    /// A name; dots group names by convention.
    public init(_ name: String) {
        self.name = name
    }

    /// Sets the plan's name.
    public func declare(in plan: inout RequestPlan) {
        plan.name = name
    }
}
