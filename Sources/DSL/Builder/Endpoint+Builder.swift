public import ApusCore

extension Endpoint {
    /// Declares an endpoint:
    ///
    ///     let company = Endpoint {
    ///         GET("/company.json")
    ///         Query("q", q)
    ///         Decode(Corporation.self)
    ///         OnError(TwitterError.self)
    ///     }
    ///
    /// Without `Decode` the value is a 2xx's response. Nothing is sent, and nothing fails: what is wrong with the
    /// declaration is in the plan.
    public init<Parts: Declaration>(
        @EndpointBuilder<Never> _ declaration: () -> Parts
    ) where Output == Parts.Output, Failure == EndpointError<Parts.Failure.Model> {
        self.init(declaration().draft)
    }

    init<Method, Declared>(
        _ draft: Draft<Method, Output, Declared>
    ) where Declared: DeclaredFailure, Failure == EndpointError<Declared.Model> {
        var values = draft.values
        if values.isEmpty, let response = ResponseRow.response(.success) as? ResponseRow<Output> {
            values = [response.numbered(-1)]
        }
        self.init(plan: draft.plan, values: values, errors: draft.errors, plugins: draft.changes)
    }
}
