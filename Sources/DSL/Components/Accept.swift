public import ApusCore

/// The media types that the client prefers (RFC 9110 §12.5.1).
///
/// It takes the place of those of the declared decoders, and of an `Accept` that was declared before it.
public struct Accept: EndpointComponent {
    private let types: [MediaType]

    /// Media types, the most wanted first.
    public init(_ types: MediaType...) {
        self.types = types
    }

    /// Sets the `Accept` field.
    public func declare(in plan: inout RequestPlan) {
        plan.declare(PlanField(.accept, .text(types.map(\.rawValue).joined(separator: ", ")), mode: .replace))
    }
}
