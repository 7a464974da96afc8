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
    @inlinable
    public init<Parts: Declaration>(
        @EndpointBuilder<Never> _ declaration: () -> Parts
    ) where Output == Parts.Output, Failure == EndpointError<Parts.Failure.Model> {
        self.init(declaration().draft)
    }

    @inlinable
    init<Method, Declared>(
        _ draft: Draft<Method, Output, Declared>
    ) where Declared: DeclaredFailure, Failure == EndpointError<Declared.Model> {
        let values = draft.values.isEmpty ? Self.undeclared : draft.values
        self.init(draft.box(accepting: values), values: values, errors: draft.errors, plugins: draft.changes)
    }

    /// The rows of a declaration without `Decode`.
    @usableFromInline
    static var undeclared: [ResponseRow<Output>] {
        (ResponseRow.response(.success) as? ResponseRow<Output>).map { [$0.numbered(-1)] } ?? []
    }
}
