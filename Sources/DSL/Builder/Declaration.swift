/// What a builder makes. One type with all that is inferred, so that a mistake in a line of a declaration is all the
/// compiler reports: of several types to infer it would first say, at the brace, that each can't be.
public protocol Declaration {
    /// Whether there is a method and whether it has a body.
    associatedtype Method
    /// What a success gives.
    associatedtype Output: Sendable
    /// What failures are.
    associatedtype Failure: DeclaredFailure
    /// The declaration itself.
    var draft: Draft<Method, Output, Failure> { get }
}

extension Draft: Declaration {
    /// Itself.
    @inlinable public var draft: Draft { self }
}
