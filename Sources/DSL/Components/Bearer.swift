public import ApusCore

/// A token in `Authorization: Bearer` (RFC 6750 §2.1). Secret: sent, never printed.
///
/// It takes the place of credentials that a group declares.
public struct Bearer: EndpointComponent {
    private let credentials: Secret

    /// The token as the server gave it.
    public init(_ token: String) {
        credentials = Secret("Bearer " + token)
    }

    /// Adds the `Authorization` field.
    public func declare(in plan: inout RequestPlan) {
        plan.declare(PlanField(.authorization, .secret(credentials), mode: .replace))
    }
}
