public import ApusCore

/// Words to group endpoints by; a group's words and its endpoints' add up.
public struct Tags: EndpointComponent {
    private let tags: [String]

    /// Words.
    public init(_ tags: String...) {
        self.tags = tags
    }

    /// Adds the words that the plan does not have yet.
    public func declare(in plan: inout RequestPlan) {
        plan.tags += tags.filter { !plan.tags.contains($0) }
    }
}
