public import ApusCore

/// A header field (RFC 9110 §5): added to those of its name, or put in their place.
///
/// nil leaves it out. A control character in the value, and a name that is not a token, are problems of the plan.
/// `Authorization`, `Proxy-Authorization` and `Cookie` are secrets unless `secret: false` says otherwise.
public struct Header: EndpointComponent {
    private let content: Declared<PlanField?>

    /// A field. `secret` hides its value wherever something is printed; `.replace` removes those of its name that were
    /// declared before it, in the endpoint and in its groups.
    public init(_ name: HTTPFieldName, _ value: String?, _ mode: PlanField.Mode = .append, secret: Bool? = nil) {
        content = .value(value.map { Self.field(name, $0, mode, secret) })
    }

    /// A field of any scalar: number, boolean, date (ISO 8601), UUID, raw-value enum.
    public init(
        _ name: HTTPFieldName, _ value: some Encodable, _ mode: PlanField.Mode = .append, secret: Bool? = nil
    ) {
        switch Declared.text(name.rawName, value, for: .field) {
        case .value(let text): content = .value(text.map { Self.field(name, $0, mode, secret) })
        case .problem(let problem): content = .problem(problem)
        }
    }

    /// Adds the field to the plan's.
    public func declare(in plan: inout RequestPlan) {
        switch content {
        case .value(let field): field.map { plan.declare($0) }
        case .problem(let problem): plan.report(problem)
        }
    }

    private static func field(
        _ name: HTTPFieldName, _ value: String, _ mode: PlanField.Mode, _ secret: Bool?
    ) -> PlanField {
        PlanField(name, secret ?? name.carriesCredentials ? .secret(Secret(value)) : .text(value), mode: mode)
    }
}
