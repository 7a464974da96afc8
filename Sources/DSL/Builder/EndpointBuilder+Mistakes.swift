import ApusCore

// What must not stand in a declaration. Each mistake has an overload that fits it, and that nothing fulfils: the argument
// has to become a marker whose conformances are unavailable. So the compiler reports at the component itself, with the
// message written here; an unavailable overload would be reported at the brace that opens the declaration.

/// A method where there is one already.
public protocol SecondMethod {}
/// A body where the method has none.
public protocol BodyWithoutContent {}
/// A `Decode` where there is one already.
public protocol SecondDecode {}
/// An `OnError` of another type than the one before it.
public protocol SecondErrorType {}

extension EndpointBuilder {
    /// Never called: an endpoint has one method.
    public static func buildPartialBlock<Method: DeclaredMethod, Output, Failure>(
        accumulated: Draft<Method, Output, Failure>, next: any SecondMethod
    ) -> Draft<Method, Output, Failure> {
        accumulated
    }

    /// Never called: GET and HEAD have no body.
    public static func buildPartialBlock<Output, Failure>(
        accumulated: Draft<WithoutBody, Output, Failure>, next: any BodyWithoutContent
    ) -> Draft<WithoutBody, Output, Failure> {
        accumulated
    }

    /// Never called: an endpoint has one `Decode` for all successes.
    public static func buildPartialBlock<Method, Output, Failure>(
        accumulated: Draft<Method, Output, Failure>, next: any SecondDecode
    ) -> Draft<Method, Output, Failure> {
        accumulated
    }

    /// Never called: an endpoint has one error type.
    public static func buildPartialBlock<Method, Output, Failure>(
        accumulated: Draft<Method, Output, Failure>, next: any SecondErrorType
    ) -> Draft<Method, Output, Failure> {
        accumulated
    }

    /// Never called: an endpoint has a method.
    @available(*, unavailable, message: "an endpoint needs a method: add GET(\"/path\"), POST(\"/path\") or another")
    public static func buildFinalResult<Output, Failure>(
        _ draft: Draft<NoMethod, Output, Failure>
    ) -> Draft<NoMethod, Output, Failure> {
        draft
    }
}

// MARK: Under a condition

extension EndpointBuilder {
    /// Never called: an endpoint's type can't depend on a condition.
    @available(*, unavailable, message: "move the method, Decode and OnError out of the 'if': the type depends on them")
    public static func buildOptional<Method, Output, Failure>(_ draft: Draft<Method, Output, Failure>?) -> Part {
        Part()
    }

    /// Never called: an endpoint's type can't depend on a condition.
    @available(*, unavailable, message: "move the method, Decode and OnError out of the 'if': the type depends on them")
    public static func buildEither<Method, Output, Failure>(first draft: Draft<Method, Output, Failure>) -> Part {
        Part()
    }

    /// Never called: an endpoint's type can't depend on a condition.
    @available(*, unavailable, message: "move the method, Decode and OnError out of the 'if': the type depends on them")
    public static func buildEither<Method, Output, Failure>(second draft: Draft<Method, Output, Failure>) -> Part {
        Part()
    }

    /// Never called: an endpoint's type can't depend on a condition.
    @available(*, unavailable, message: "move the method, Decode and OnError out of the 'if': the type depends on them")
    public static func buildLimitedAvailability<Method, Output, Failure>(_ draft: Draft<Method, Output, Failure>)
        -> Part
    {
        Part()
    }

    /// Never called: an endpoint's type can't depend on a loop.
    @available(
        *, unavailable, message: "move the method, Decode and OnError out of the 'for': the type depends on them"
    )
    public static func buildArray<Method, Output, Failure>(_ drafts: [Draft<Method, Output, Failure>]) -> Part {
        Part()
    }
}
