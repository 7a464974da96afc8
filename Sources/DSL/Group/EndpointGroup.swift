public import ApusCore

/// What several endpoints share, as a value: base URL, fields, credentials, plugins, the error type.
///
///     let api = EndpointGroup { BaseURL("https://api.example.com"); Bearer(token); OnError(TwitterError.self) }
///     let show = api { GET("/statuses/show.json"); Query("id", id); Decode(Status.self) }
///
/// What an endpoint declares goes before its group's: single things win, lists are added after, and its response rows
/// come first where both name a status equally closely. An `OnError` of another type takes the place of all the group's.
public struct EndpointGroup<Failure: DeclaredFailure>: Sendable {
    /// What is shared; a draft is for one declaration only.
    private let plan: RequestPlan
    private let errors: [ResponseRow<Failure.Model>]
    private let changes: [PluginChange]

    private init(_ draft: Draft<NoMethod, HTTPResponse, Failure>) {
        plan = draft.plan
        errors = draft.errors
        changes = draft.changes
    }

    /// Declares what endpoints share. A method, a body and a `Decode` are each endpoint's own.
    public init<Parts: Declaration>(
        @GroupBuilder<Never> _ declaration: () -> Parts
    ) where Parts.Method == NoMethod, Parts.Output == HTTPResponse, Failure == EndpointError<Parts.Failure.Model> {
        self.init(Draft(declaration().draft, in: RequestPlan(), errors: [ResponseRow<Never>](), changes: []))
    }

    /// Declares an endpoint with what the group shares.
    public func callAsFunction<Parts: Declaration>(
        @EndpointBuilder<Failure.Model> _ declaration: () -> Parts
    ) -> Endpoint<Parts.Output, EndpointError<Parts.Failure.Model>> {
        Endpoint(Draft(declaration().draft, in: plan, errors: errors, changes: changes))
    }

    /// Declares a group inside this one: it has all that this one shares, and more.
    public func group<Parts: Declaration>(
        @GroupBuilder<Failure.Model> _ declaration: () -> Parts
    ) -> EndpointGroup<EndpointError<Parts.Failure.Model>>
    where Parts.Method == NoMethod, Parts.Output == HTTPResponse {
        EndpointGroup<EndpointError<Parts.Failure.Model>>(
            Draft(declaration().draft, in: plan, errors: errors, changes: changes))
    }
}

extension Draft {
    /// A declaration with a group's parts around it.
    fileprivate init<Inner: DeclaredFailure, Outer>(
        _ inner: Draft<Method, Output, Inner>, in plan: RequestPlan, errors: [ResponseRow<Outer>],
        changes: [PluginChange]
    ) where Failure == EndpointError<Inner.Model> {
        self.init()
        contents.box.plan = plan
        contents.box.plan.join(inner.plan)
        contents.box.plan.method = inner.plan.method
        contents.box.plan.path = inner.plan.path
        contents.changes = changes + inner.changes
        values = inner.values
        self.errors = inner.errors
        // Another error type than the group's: none of its rows can give it.
        for row in errors as? [ResponseRow<Inner.Model>] ?? [] {
            self.errors.append(row.numbered(nextOrder))
        }
    }
}
