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
    public init<Parts: Declaration>(
        @GroupBuilder<Never> _ declaration: () -> Parts
    ) where Parts.Method == NoMethod, Parts.Output == HTTPResponse, Failure == EndpointError<Parts.Failure.Model> {
        draft = Draft<NoMethod, HTTPResponse, EndpointError<Never>>().enclosing(declaration().draft)
    }

    /// Declares an endpoint with what the group shares.
    public func callAsFunction<Parts: Declaration>(
        @EndpointBuilder<Failure.Model> _ declaration: () -> Parts
    ) -> Endpoint<Parts.Output, EndpointError<Parts.Failure.Model>> {
        Endpoint(draft.enclosing(declaration().draft))
    }

    /// Declares a group inside this one: it has all that this one shares, and more.
    public func group<Parts: Declaration>(
        @GroupBuilder<Failure.Model> _ declaration: () -> Parts
    ) -> EndpointGroup<EndpointError<Parts.Failure.Model>>
    where Parts.Method == NoMethod, Parts.Output == HTTPResponse {
        EndpointGroup<EndpointError<Parts.Failure.Model>>(draft: draft.enclosing(declaration().draft))
    }
}

extension Draft where Method == NoMethod, Output == HTTPResponse {
    /// The declaration with this one's parts around it.
    fileprivate func enclosing<InnerMethod, InnerOutput, Inner: DeclaredFailure>(
        _ inner: Draft<InnerMethod, InnerOutput, Inner>
    ) -> Draft<InnerMethod, InnerOutput, EndpointError<Inner.Model>> {
        var result = Draft<InnerMethod, InnerOutput, EndpointError<Inner.Model>>()
        result.values = inner.values
        result.errors = inner.errors
        result.plan = plan
        result.plan.join(inner.plan)
        result.plan.method = inner.plan.method
        result.plan.path = inner.plan.path
        result.changes = changes + inner.changes
        // Another error type than the group's: none of its rows can give it.
        for row in errors as? [ResponseRow<Inner.Model>] ?? [] {
            result.errors.append(row.numbered(result.nextOrder))
        }
        return result
    }
}
