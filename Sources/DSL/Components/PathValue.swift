public import ApusCore

/// The value for a hole of the path: `GET("/users/{id}"); PathValue("id", id)`.
///
/// It becomes one segment, or part of one, whatever it holds: `/` is `%2F`. nil, an empty value and a segment that comes
/// out as `.` or `..` are problems of the plan.
public struct PathValue: EndpointComponent {
    private let argument: PathArgument

    /// A value of any scalar type: text, number, boolean, date (ISO 8601), UUID, raw-value enum.
    public init(_ name: String, _ value: some Encodable) {
        argument = PathArgument(name, value)
    }

    /// Adds the value to the plan's.
    public func declare(in plan: inout RequestPlan) {
        plan.pathValues.append(argument)
    }
}
