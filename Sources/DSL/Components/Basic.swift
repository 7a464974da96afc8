public import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
