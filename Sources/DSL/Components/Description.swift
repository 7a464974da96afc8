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
