public import ApusCore

/// The method and the path of an endpoint; one in each declaration.
///
/// It does not refine ``EndpointComponent``: the builder would take the general way, and a second method would not be
/// an error any more.
public protocol MethodComponent: DeclarationPart {
    /// Whether the method has a body, which the builder holds the rest of the declaration to.
    associatedtype State: DeclaredMethod
    /// The method's token.
    var method: HTTPMethod { get }
    /// The path, or an absolute URL, which goes before any base URL.
    var path: PathTemplate { get }
}
