public import ApusCore

/// A key in a header field or the query. Secret: sent, never printed.
///
/// In the URL a key can end up in the server's log all the same; prefer the field where the API has both.
public struct APIKey: EndpointComponent {
    /// Where a key is sent.
    public enum Place: Sendable {
        /// In a header field of the key's name.
        case header
        /// In a query item of the key's name.
        case query
    }

    private let name: String
    private let key: Secret
    private let place: Place

    /// A key of a name.
    public init(_ name: String, _ key: String, in place: Place = .header) {
        self.name = name
        self.key = Secret(key)
        self.place = place
    }

    /// Adds the field or the query item.
    public func declare(in plan: inout RequestPlan) {
        switch place {
        case .header: plan.declare(PlanField(HTTPFieldName(name), .secret(key), mode: .replace))
        case .query: plan.query.append(Parameter(name, .secret(key)))
        }
    }
}
