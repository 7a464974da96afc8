/// What may stand in a declaration: the protocol of every kind of component, which say what each is for.
///
/// Conform to ``EndpointComponent`` rather than to this: the builder takes nothing that is of no kind.
public protocol DeclarationPart: Sendable {}

// With these the compiler looks at each line by itself: what is wrong with one is reported there, and not at the brace
// that opens the declaration, with every way to continue it.

extension EndpointBuilder {
    /// A component, as it stands.
    @inlinable
    public static func buildExpression<Component: DeclarationPart>(_ component: Component) -> Component { component }

    /// Never called: what is not a component declares nothing.
    @available(
        *, unavailable,
        message: "this is not a component: write GET, Query, Decode and so on, and Use(…) around a plugin"
    )
    public static func buildExpression<Value>(_ value: Value) -> Part { Part() }
}

extension GroupBuilder {
    /// A component, as it stands.
    public static func buildExpression<Component: DeclarationPart>(_ component: Component) -> Component { component }

    /// Never called: what is not a component declares nothing.
    @available(
        *, unavailable,
        message: "this is not a component: write BaseURL, Bearer, OnError and so on, and Use(…) around a plugin"
    )
    public static func buildExpression<Value>(_ value: Value) -> Part { Part() }
}
