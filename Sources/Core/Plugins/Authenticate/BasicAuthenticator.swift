#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// User and password with every request, from the first on (RFC 7617): ``Authentication/basic(_:_:)``.
struct BasicAuthenticator: Authenticator {
    private let user: String
    private let value: Secret

    init(_ user: String, _ password: String) {
        self.user = user
        value = Secret("Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
    }

    /// `basic`.
    var name: String { "basic" }
    /// `Basic`.
    var scheme: String { "Basic" }

    /// A colon in the user's name, at which the server would cut it (RFC 7617 §2).
    var problems: [PlanProblem] {
        guard user.utf8.contains(UInt8(ascii: ":")) else { return [] }
        return [.misplaced("Authenticate", "the user's name holds a colon: the server would cut it there")]
    }

    /// User and password in Base64.
    func credentials(for request: HTTPRequest, _ context: AuthenticationContext) async throws -> Credentials? {
        Credentials(value.reveal() ?? "")
    }
}

extension BasicAuthenticator: CustomReflectable {
    /// Nothing but the name.
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension Authentication {
    /// User and password with every request, as UTF-8 (RFC 7617). Who reads the connection reads them: use https.
    public static func basic(_ user: String, _ password: String) -> Authentication {
        Authentication(BasicAuthenticator(user, password))
    }
}
