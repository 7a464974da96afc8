/// What an OAuth 2 client shows to get a token (RFC 6749 §1.3).
public enum OAuth2Grant: Sendable, CustomReflectable {
    /// The client's own credentials (§4.4): it acts for itself.
    case clientCredentials
    /// A refresh token that a person's sign-in gave (§6). Where the server gives another, that one is used from then on.
    case refreshToken(String)

    /// The kind of grant, and no secret.
    public var customMirror: Mirror { Mirror(self, children: ["grant": name]) }

    var name: String {
        switch self {
        case .clientCredentials: "client credentials"
        case .refreshToken: "refresh token"
        }
    }
}
