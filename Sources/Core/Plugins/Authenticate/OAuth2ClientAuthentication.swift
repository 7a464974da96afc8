/// How an OAuth 2 client says who it is (RFC 6749 §2.3.1).
public enum OAuth2ClientAuthentication: Sendable {
    /// In `Authorization: Basic`, which every server has to take.
    case basic
    /// In the body.
    case body
}
