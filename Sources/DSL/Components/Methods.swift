public import ApusCore

/// Reads the resource at a path (RFC 9110 §9.3.1).
public struct GET: MethodComponent {
    /// No body may be declared.
    public typealias State = WithoutBody
    /// `GET`.
    public var method: HTTPMethod { .get }
    /// Where the request goes.
    public let path: PathTemplate

    /// A GET of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// Reads the fields of the resource at a path, without its content (RFC 9110 §9.3.2).
public struct HEAD: MethodComponent {
    /// No body may be declared.
    public typealias State = WithoutBody
    /// `HEAD`.
    public var method: HTTPMethod { .head }
    /// Where the request goes.
    public let path: PathTemplate

    /// A HEAD of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// Has the resource at a path process the body (RFC 9110 §9.3.3).
public struct POST: MethodComponent {
    /// A body may be declared.
    public typealias State = WithBody
    /// `POST`.
    public var method: HTTPMethod { .post }
    /// Where the request goes.
    public let path: PathTemplate

    /// A POST of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// Puts the body in the place of the resource at a path (RFC 9110 §9.3.4).
public struct PUT: MethodComponent {
    /// A body may be declared.
    public typealias State = WithBody
    /// `PUT`.
    public var method: HTTPMethod { .put }
    /// Where the request goes.
    public let path: PathTemplate

    /// A PUT of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// Changes the resource at a path as the body says (RFC 5789).
public struct PATCH: MethodComponent {
    /// A body may be declared.
    public typealias State = WithBody
    /// `PATCH`.
    public var method: HTTPMethod { .patch }
    /// Where the request goes.
    public let path: PathTemplate

    /// A PATCH of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// Removes the resource at a path (RFC 9110 §9.3.5).
public struct DELETE: MethodComponent {
    /// A body may be declared.
    public typealias State = WithBody
    /// `DELETE`.
    public var method: HTTPMethod { .delete }
    /// Where the request goes.
    public let path: PathTemplate

    /// A DELETE of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// Asks how the resource at a path can be talked to (RFC 9110 §9.3.7).
public struct OPTIONS: MethodComponent {
    /// A body may be declared.
    public typealias State = WithBody
    /// `OPTIONS`.
    public var method: HTTPMethod { .options }
    /// Where the request goes.
    public let path: PathTemplate

    /// An OPTIONS of the path, which is appended to the base URL; an absolute URL stands for itself.
    public init(_ path: PathTemplate) {
        self.path = path
    }
}

/// A request of any method token, for instance `Method("PROPFIND", "/dav")` (RFC 9110 §16.1).
public struct Method: MethodComponent {
    /// A body may be declared; on GET and HEAD, written this way, it is a problem of the plan.
    public typealias State = WithBody
    /// The token.
    public let method: HTTPMethod
    /// Where the request goes.
    public let path: PathTemplate

    /// A request of the token and the path; what is not a token (RFC 9110 §5.6.2) is a problem of the plan.
    public init(_ token: String, _ path: PathTemplate) {
        method = HTTPMethod(rawValue: token)
        self.path = path
    }
}
