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
    public init<Method, Model>(
        @EndpointBuilder<Never> _ declaration: () -> Draft<Method, Output, EndpointError<Model>>
    ) where Failure == EndpointError<Model> {
        self.init(declaration())
    }

    init<Method, Model>(_ draft: Draft<Method, Output, EndpointError<Model>>) where Failure == EndpointError<Model> {
        var values = draft.values
        if values.isEmpty, let response = ResponseRow.response(.success) as? ResponseRow<Output> {
            values = [response.numbered(draft.nextOrder)]
        }
        self.init(plan: draft.plan, values: values, errors: draft.errors, plugins: draft.changes)
    }
}
