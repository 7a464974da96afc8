public import ApusCore

extension EndpointBuilder {
    /// What a success is: until now it was the response itself.
    @inlinable
    public static func buildPartialBlock<Method, Failure, Component: DecodeComponent>(
        accumulated: Draft<Method, HTTPResponse, Failure>, next: Component
    ) -> Draft<Method, Component.Output, Failure> {
        Draft(accumulated, values: next.rows)
    }

    /// One more success of the same type, at statuses of its own.
    @inlinable
    public static func buildPartialBlock<Method, Output, Failure, Component: DecodeComponent>(
        accumulated: Draft<Method, Output, Failure>, next: Component
    ) -> Draft<Method, Output, Failure> where Component.Output == Output, Component.Claim == NamedStatuses {
        accumulated.adding(next.rows)
    }

    /// One more success that is the response itself, which the two above would both take.
    @inlinable
    public static func buildPartialBlock<Method, Failure, Component: DecodeComponent>(
        accumulated: Draft<Method, HTTPResponse, Failure>, next: Component
    ) -> Draft<Method, HTTPResponse, Failure>
    where Component.Output == HTTPResponse, Component.Claim == NamedStatuses {
        accumulated.adding(next.rows)
    }

    /// What an error is: until now none was declared.
    @inlinable
    public static func buildPartialBlock<Method, Output, Component: ErrorComponent>(
        accumulated: Draft<Method, Output, EndpointError<Never>>, next: Component
    ) -> Draft<Method, Output, EndpointError<Component.Model>> {
        Draft(accumulated, error: next.row)
    }

    /// One more error of the same type.
    @inlinable
    public static func buildPartialBlock<Method, Output, Component: ErrorComponent>(
        accumulated: Draft<Method, Output, EndpointError<Component.Model>>, next: Component
    ) -> Draft<Method, Output, EndpointError<Component.Model>> {
        accumulated.adding(next.row)
    }
}

extension EndpointBuilder {
    /// The end of a declaration without an error of its own: it has the group's.
    @inlinable
    public static func buildFinalResult<Method: DeclaredMethod, Output>(
        _ draft: Draft<Method, Output, EndpointError<Never>>
    ) -> Draft<Method, Output, EndpointError<Inherited>> {
        Draft(inheriting: draft)
    }

    /// The end of a declaration with an error of its own.
    @inlinable
    public static func buildFinalResult<Method: DeclaredMethod, Output, Model>(
        _ draft: Draft<Method, Output, EndpointError<Model>>
    ) -> Draft<Method, Output, EndpointError<Model>> {
        draft
    }
}
