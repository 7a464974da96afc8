public import ApusCore

/// Puts the components of a declaration together, and tells the compiler what they make.
///
/// `Inherited` is the error model of the group around the declaration, `Never` where there is none. What must not stand
/// in a declaration is in `EndpointBuilder+Mistakes`.
@resultBuilder
public enum EndpointBuilder<Inherited: Sendable> {
    /// What can be declared under a condition: anything but the method, `Decode` and `OnError`.
    public typealias Part = Draft<NoMethod, HTTPResponse, EndpointError<Never>>

    /// An empty declaration.
    public static func buildBlock() -> Part { Part() }

    /// A declaration that begins with a component.
    public static func buildPartialBlock<Component: EndpointComponent>(first: Component) -> Part {
        Part(first)
    }

    /// A declaration that begins with the method.
    @inlinable
    public static func buildPartialBlock<Component: MethodComponent>(
        first: Component
    ) -> Draft<Component.State, HTTPResponse, EndpointError<Never>> {
        let draft = Draft<Component.State, HTTPResponse, EndpointError<Never>>()
        draft.setMethod(first)
        return draft
    }

    /// A declaration that begins with the body.
    public static func buildPartialBlock<Component: BodyComponent>(first: Component) -> Part {
        buildPartialBlock(accumulated: Part(), next: first)
    }

    /// A declaration that begins with what a success is.
    @inlinable
    public static func buildPartialBlock<Component: DecodeComponent>(
        first: Component
    ) -> Draft<NoMethod, Component.Output, EndpointError<Never>> {
        Draft(Part(), values: first.rows)
    }

    /// A declaration that begins with what an error is.
    @inlinable
    public static func buildPartialBlock<Component: ErrorComponent>(
        first: Component
    ) -> Draft<NoMethod, HTTPResponse, EndpointError<Component.Model>> {
        Draft(Part(), error: first.row)
    }

    /// A declaration that begins with a plugin.
    public static func buildPartialBlock<Component: PluginComponent>(first: Component) -> Part {
        buildPartialBlock(accumulated: Part(), next: first)
    }

    /// A declaration that begins with a condition or a loop.
    @inlinable
    public static func buildPartialBlock<Method, Output, Failure>(
        first: Draft<Method, Output, Failure>
    ) -> Draft<Method, Output, Failure> {
        first
    }

    /// One more component.
    public static func buildPartialBlock<Method, Output, Failure, Component: EndpointComponent>(
        accumulated: Draft<Method, Output, Failure>, next: Component
    ) -> Draft<Method, Output, Failure> {
        accumulated.add(next)
        return accumulated
    }

    /// The method.
    @inlinable
    public static func buildPartialBlock<Output, Failure, Component: MethodComponent>(
        accumulated: Draft<NoMethod, Output, Failure>, next: Component
    ) -> Draft<Component.State, Output, Failure> {
        let draft = Draft<Component.State, Output, Failure>(accumulated)
        draft.setMethod(next)
        return draft
    }

    /// The body, before the method.
    public static func buildPartialBlock<Output, Failure, Component: BodyComponent>(
        accumulated: Draft<NoMethod, Output, Failure>, next: Component
    ) -> Draft<NoMethod, Output, Failure> {
        accumulated.add(next)
        return accumulated
    }

    /// The body, after the method.
    public static func buildPartialBlock<Output, Failure, Component: BodyComponent>(
        accumulated: Draft<WithBody, Output, Failure>, next: Component
    ) -> Draft<WithBody, Output, Failure> {
        accumulated.add(next)
        return accumulated
    }

    /// A plugin, or one less.
    public static func buildPartialBlock<Method, Output, Failure, Component: PluginComponent>(
        accumulated: Draft<Method, Output, Failure>, next: Component
    ) -> Draft<Method, Output, Failure> {
        accumulated.add(next)
        return accumulated
    }

    /// A condition or a loop.
    public static func buildPartialBlock<Method, Output, Failure>(
        accumulated: Draft<Method, Output, Failure>, next: Part
    ) -> Draft<Method, Output, Failure> {
        accumulated.join(next)
        return accumulated
    }
}
