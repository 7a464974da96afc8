public import ApusCore

extension EndpointBuilder {
    /// What a success is: until now it was the response itself.
    public static func buildPartialBlock<Method, Failure, Component: DecodeComponent>(
        accumulated: consuming Draft<Method, HTTPResponse, Failure>, next: Component
    ) -> Draft<Method, Component.Output, Failure> {
        Draft(accumulated, values: next.rows)
    }

    /// One more success of the same type, at statuses of its own.
    public static func buildPartialBlock<Method, Output, Failure, Component: DecodeComponent>(
        accumulated: consuming Draft<Method, Output, Failure>, next: Component
    ) -> Draft<Method, Output, Failure> where Component.Output == Output, Component.Claim == NamedStatuses {
        appending(next, to: accumulated)
    }

    /// One more success that is the response itself, which the two above would both take.
    public static func buildPartialBlock<Method, Failure, Component: DecodeComponent>(
        accumulated: consuming Draft<Method, HTTPResponse, Failure>, next: Component
    ) -> Draft<Method, HTTPResponse, Failure>
    where Component.Output == HTTPResponse, Component.Claim == NamedStatuses {
        appending(next, to: accumulated)
    }

    /// What an error is: until now none was declared.
    public static func buildPartialBlock<Method, Output, Component: ErrorComponent>(
        accumulated: consuming Draft<Method, Output, EndpointError<Never>>, next: Component
    ) -> Draft<Method, Output, EndpointError<Component.Model>> {
        Draft(accumulated, error: next.row)
    }

    /// One more error of the same type.
    public static func buildPartialBlock<Method, Output, Component: ErrorComponent>(
        accumulated: consuming Draft<Method, Output, EndpointError<Component.Model>>, next: Component
    ) -> Draft<Method, Output, EndpointError<Component.Model>> {
        accumulated.errors.append(next.row.numbered(accumulated.nextOrder))
        return accumulated
    }

    private static func appending<Method, Output, Failure, Component: DecodeComponent>(
        _ component: Component, to draft: consuming Draft<Method, Output, Failure>
    ) -> Draft<Method, Output, Failure> where Component.Output == Output {
        let order = draft.nextOrder
        draft.values += component.rows.map { $0.numbered(order) }
        return draft
    }
}

extension EndpointBuilder {
    /// The end of a declaration without an error of its own: it has the group's.
    public static func buildFinalResult<Method: DeclaredMethod, Output>(
        _ draft: consuming Draft<Method, Output, EndpointError<Never>>
    ) -> Draft<Method, Output, EndpointError<Inherited>> {
        var result = Draft<Method, Output, EndpointError<Inherited>>()
        result.plan = draft.plan
        result.values = draft.values
        result.changes = draft.changes
        return result
    }

    /// The end of a declaration with an error of its own.
    public static func buildFinalResult<Method: DeclaredMethod, Output, Model>(
        _ draft: consuming Draft<Method, Output, EndpointError<Model>>
    ) -> Draft<Method, Output, EndpointError<Model>> {
        draft
    }
}
