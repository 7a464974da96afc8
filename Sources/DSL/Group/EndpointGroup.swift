public import ApusCore

/// What several endpoints share, as a value: base URL, fields, credentials, plugins, the error type.
///
///     let api = EndpointGroup { BaseURL("https://api.example.com"); Bearer(token); OnError(TwitterError.self) }
///     let show = api { GET("/statuses/show.json"); Query("id", id); Decode(Status.self) }
///
/// What an endpoint declares goes before its group's: single things win, lists are added after, and its response rows
/// come first where both name a status equally closely. An `OnError` of another type takes the place of all the group's.
public struct EndpointGroup<Failure: DeclaredFailure>: Sendable {
    let draft: Draft<NoMethod, HTTPResponse, Failure>

    init(draft: Draft<NoMethod, HTTPResponse, Failure>) {
        self.draft = draft
    }

    /// Declares what endpoints share. A method, a body and a `Decode` are each endpoint's own.
    public init<Model>(
        @GroupBuilder<Never> _ declaration: () -> Draft<NoMethod, HTTPResponse, EndpointError<Model>>
    ) where Failure == EndpointError<Model> {
        draft = declaration()
    }

    /// Declares an endpoint with what the group shares.
    public func callAsFunction<Method, Output, Model>(
        @EndpointBuilder<Failure.Model> _ declaration: () -> Draft<Method, Output, EndpointError<Model>>
    ) -> Endpoint<Output, EndpointError<Model>> {
        Endpoint(draft.enclosing(declaration()))
    }

    /// Declares a group inside this one: it has all that this one shares, and more.
    public func group<Model>(
        @GroupBuilder<Failure.Model> _ declaration: () -> Draft<NoMethod, HTTPResponse, EndpointError<Model>>
    ) -> EndpointGroup<EndpointError<Model>> {
        EndpointGroup<EndpointError<Model>>(draft: draft.enclosing(declaration()))
    }
}

extension Draft where Method == NoMethod, Output == HTTPResponse {
    /// The declaration with this one's parts around it.
    fileprivate func enclosing<InnerMethod, InnerOutput, Model>(
        _ inner: Draft<InnerMethod, InnerOutput, EndpointError<Model>>
    ) -> Draft<InnerMethod, InnerOutput, EndpointError<Model>> {
        var result = inner
        result.plan = plan
        result.plan.join(inner.plan)
        result.plan.method = inner.plan.method
        result.plan.path = inner.plan.path
        result.changes = changes + inner.changes
        // Another error type than the group's: none of its rows can give it.
        for row in errors as? [ResponseRow<Model>] ?? [] {
            result.errors.append(row.numbered(result.nextOrder))
        }
        return result
    }
}
