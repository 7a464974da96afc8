public import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A token in `Authorization: Bearer` (RFC 6750 §2.1). Secret: sent, never printed.
///
/// It takes the place of credentials that a group declares.
public struct Bearer: EndpointComponent {
    private let credentials: Secret

    /// The token as the server gave it.
    public init(_ token: String) {
        credentials = Secret("Bearer \(token)")
    }

    /// Adds the `Authorization` field.
    public func declare(in plan: inout RequestPlan) {
        plan.declare(PlanField(.authorization, .secret(credentials), mode: .replace))
    }
}

/// User and password in `Authorization: Basic`, as UTF-8 (RFC 7617). Secret: sent, never printed.
///
/// It takes the place of credentials that a group declares. A colon in the user's name is a problem of the plan, since
/// the server would cut the name there (RFC 7617 §2).
public struct Basic: EndpointComponent {
    private let user: String
    private let credentials: Secret

    /// The user's name and the password.
    public init(_ user: String, _ password: String) {
        self.user = user
        credentials = Secret("Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
    }

    /// Adds the `Authorization` field.
    public func declare(in plan: inout RequestPlan) {
        if user.utf8.contains(UInt8(ascii: ":")) {
            plan.report(
                PlanProblem(
                    .field, name: "Authorization",
                    reason: "the user's name holds a colon: the server would cut it there"))
        }
        plan.declare(PlanField(.authorization, .secret(credentials), mode: .replace))
    }
}

/// A key in a header field or the query. Secret: sent, never printed.
///
/// In the URL a key can end up in the server's log all the same; prefer the field where the API has both.
public struct APIKey: EndpointComponent {
    /// Where a key is sent.
    public enum Place: Sendable {
        /// In a header field of the key's name.
        case header
        /// In a query item of the key's name.
        case query
    }

    private let name: String
    private let key: Secret
    private let place: Place

    /// A key of a name.
    public init(_ name: String, _ key: String, in place: Place = .header) {
        self.name = name
        self.key = Secret(key)
        self.place = place
    }

    /// Adds the field or the query item.
    public func declare(in plan: inout RequestPlan) {
        switch place {
        case .header: plan.declare(PlanField(HTTPFieldName(name), .secret(key), mode: .replace))
        case .query: plan.query.append(Parameter(name, .secret(key)))
        }
    }
}
