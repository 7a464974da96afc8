public import ApusCore

/// The URL that the path is appended to, instead of the client's: `https://api.example.com/v1`.
///
/// Only http and https; a query in it comes first in the request's. User info is refused: declare `Basic`.
public struct BaseURL: EndpointComponent {
    private let url: String

    /// A base URL; one that is wrong is a problem of the plan.
    public init(_ url: String) {
        // What is refused must not be kept either: plans are dumped and stored.
        self.url = PlanProblem.storable(url)
    }

    /// Sets the plan's base URL.
    public func declare(in plan: inout RequestPlan) {
        plan.baseURL = url
    }
}
