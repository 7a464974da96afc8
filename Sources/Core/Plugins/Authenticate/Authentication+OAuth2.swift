extension Authentication {
    /// Tokens of an OAuth 2 token endpoint (RFC 6749), renewed before they expire and when they are refused.
    ///
    /// A refusal ends every call that waits, with an ``OAuth2Error`` below it. Redirects of the endpoint are not followed.
    ///
    /// - Parameters:
    ///   - tokenURL: The token endpoint; https but for tests.
    ///   - clientID: Who the client is.
    ///   - clientSecret: Its secret; nil for a public client, which sends its ID in the body.
    ///   - grant: What it shows to get a token.
    ///   - scope: The scopes to ask for, separated by spaces; nil to ask for none.
    ///   - clientAuthentication: Where ID and secret are sent.
    ///   - token: A token that is there already.
    ///   - leeway: How long before it expires a new one is asked for, while calls go on with the old one.
    ///   - onRefreshToken: Hears of each refresh token that takes the place of the former, to store it.
    public static func oauth2(
        _ tokenURL: String, clientID: String, clientSecret: String? = nil, grant: OAuth2Grant = .clientCredentials,
        scope: String? = nil, clientAuthentication: OAuth2ClientAuthentication = .basic, token: BearerToken? = nil,
        leeway: Duration = .seconds(30), onRefreshToken: (@Sendable (Secret) -> Void)? = nil
    ) -> Authentication {
        let client = OAuth2Client(
            tokenURL: RequestURL(tokenURL), id: clientID, secret: clientSecret, grant: grant, scope: scope,
            authentication: clientAuthentication, onRefreshToken: onRefreshToken)
        let problems = client.tokenURL == nil ? [PlanProblem.badTokenURL(tokenURL)] : []
        return Authentication(
            BearerAuthenticator(
                name: "oauth2 (\(grant.name))", token: token, leeway: leeway, problems: problems
            ) { context in
                try await client.token(context)
            })
    }
}
