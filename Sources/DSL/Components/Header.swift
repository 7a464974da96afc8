public import ApusCore

/// A header field (RFC 9110 §5): added to those of its name, or put in their place.
///
/// nil leaves it out. A control character in the value, and a name that is not a token, are problems of the plan.
public struct Header: EndpointComponent {
    private let field: PlanField?

    /// A field. `secret` hides its value wherever something is printed; `.replace` removes those of its name that were
    /// declared before it, in the endpoint and in its groups.
    public init(_ name: HTTPFieldName, _ value: String?, _ mode: PlanField.Mode = .append, secret: Bool = false) {
        field = value.map { PlanField(name, secret ? .secret(Secret($0)) : .text($0), mode: mode) }
    }

    /// Adds the field to the plan's.
    public func declare(in plan: inout RequestPlan) {
        if let field { plan.declare(field) }
    }
}

/// The media types that the client prefers, instead of those of the declared decoders (RFC 9110 §12.5.1).
public struct Accept: EndpointComponent {
    private let types: [MediaType]

    /// Media types, the most wanted first.
    public init(_ types: MediaType...) {
        self.types = types
    }

    /// Adds the `Accept` field.
    public func declare(in plan: inout RequestPlan) {
        plan.declare(PlanField(.accept, .text(types.map(\.rawValue).joined(separator: ", "))))
    }
}
