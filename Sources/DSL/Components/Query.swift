public import ApusCore

/// Items of the URL's query (RFC 3986 §3.4), in declared order.
///
/// Names and values are data: all but unreserved characters are percent-encoded, a space as `%20`, `+` as `%2B`. nil,
/// an empty list and an empty object are left out.
public struct Query: EndpointComponent {
    private enum Content {
        case item(Parameter)
        case items(Declared<[Parameter]>)
    }

    private let content: Content

    /// An item of a name and a value: text, number, boolean, date (ISO 8601), UUID, raw-value enum, list or object.
    ///
    /// The style says how a list or an object is written; `.repeated` takes lists, `.deepObject` objects.
    public init(_ name: String, _ value: some Encodable, style: ParameterStyle = .repeated) {
        content = Parameter.scalar(name, value).map(Content.item) ?? .items(.items(name, value, style: style))
    }

    /// A name without a value, not even `=`: `?verbose`.
    public init(flag name: String) {
        content = .item(Parameter(name, .flag))
    }

    /// An item for each member of a value: its properties in declared order, a dictionary's entries sorted by key.
    public init(from value: some Encodable, style: ParameterStyle = .deepObject) {
        content = .items(.items(spreading: value, style: style, for: .query))
    }

    /// Adds the items to the plan's.
    public func declare(in plan: inout RequestPlan) {
        switch content {
        case .item(let item): plan.declare(item)
        case .items(.value(let items)): plan.query += items
        case .items(.problem(let problem)): plan.report(problem)
        }
    }
}
