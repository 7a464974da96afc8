public import ApusCore

/// Puts together what endpoints share; `Inherited` is the error model of the group around it, `Never` for none.
@resultBuilder
public enum GroupBuilder<Inherited: Sendable> {
    /// What can be declared under a condition: anything but `OnError`.
    public typealias Part = Draft<NoMethod, HTTPResponse, EndpointError<Never>>

    /// A group that shares nothing.
    public static func buildBlock() -> Part { Part() }

    /// A group that begins with a component.
    public static func buildPartialBlock<Component: EndpointComponent>(first: Component) -> Part {
        Part(first)
    }

    /// A group that begins with a plugin.
    public static func buildPartialBlock<Component: PluginComponent>(first: Component) -> Part {
        buildPartialBlock(accumulated: Part(), next: first)
    }

    /// A group that begins with what an error is.
    public static func buildPartialBlock<Component: ErrorComponent>(
        first: Component
    ) -> Draft<NoMethod, HTTPResponse, EndpointError<Component.Model>> {
        Draft(Part(), error: first.row)
    }

    /// A group that begins with a condition or a loop.
    public static func buildPartialBlock(first: Part) -> Part { first }

    /// One more component.
    public static func buildPartialBlock<Failure, Component: EndpointComponent>(
        accumulated: Draft<NoMethod, HTTPResponse, Failure>, next: Component
    ) -> Draft<NoMethod, HTTPResponse, Failure> {
        accumulated.add(next)
        return accumulated
    }

    /// A plugin, or one less.
    public static func buildPartialBlock<Failure, Component: PluginComponent>(
        accumulated: Draft<NoMethod, HTTPResponse, Failure>, next: Component
    ) -> Draft<NoMethod, HTTPResponse, Failure> {
        accumulated.add(next)
        return accumulated
    }

    /// A condition or a loop.
    public static func buildPartialBlock<Failure>(
        accumulated: Draft<NoMethod, HTTPResponse, Failure>, next: Part
    ) -> Draft<NoMethod, HTTPResponse, Failure> {
        accumulated.join(next)
        return accumulated
    }

    /// What an error is: until now none was declared.
    public static func buildPartialBlock<Component: ErrorComponent>(
        accumulated: Part, next: Component
    ) -> Draft<NoMethod, HTTPResponse, EndpointError<Component.Model>> {
        Draft(accumulated, error: next.row)
    }

    /// One more error of the same type.
    public static func buildPartialBlock<Component: ErrorComponent>(
        accumulated: Draft<NoMethod, HTTPResponse, EndpointError<Component.Model>>, next: Component
    ) -> Draft<NoMethod, HTTPResponse, EndpointError<Component.Model>> {
        accumulated.adding(next.row)
    }

    /// Never called: a group has one error type.
    public static func buildPartialBlock<Failure>(
        accumulated: Draft<NoMethod, HTTPResponse, Failure>, next: any SecondErrorType
    ) -> Draft<NoMethod, HTTPResponse, Failure> {
        accumulated
    }
}

extension GroupBuilder {
    /// What an `if` without `else` declares.
    public static func buildOptional(_ part: Part?) -> Part { part ?? Part() }
    /// What the first branch declares.
    public static func buildEither(first part: Part) -> Part { part }
    /// What the other branch declares.
    public static func buildEither(second part: Part) -> Part { part }
    /// What `if #available` declares.
    public static func buildLimitedAvailability(_ part: Part) -> Part { part }
    /// What all rounds of a loop declare.
    public static func buildArray(_ parts: [Part]) -> Part {
        parts.reduce(into: Part()) { $0.join($1) }
    }

    /// The end of a group without an error of its own: it has the outer group's.
    public static func buildFinalResult(
        _ draft: Part
    ) -> Draft<NoMethod, HTTPResponse, EndpointError<Inherited>> {
        Draft(inheriting: draft)
    }

    /// The end of a group with an error of its own.
    public static func buildFinalResult<Model>(
        _ draft: Draft<NoMethod, HTTPResponse, EndpointError<Model>>
    ) -> Draft<NoMethod, HTTPResponse, EndpointError<Model>> {
        draft
    }
}
