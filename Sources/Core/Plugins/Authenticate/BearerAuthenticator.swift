#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A token that is shared by all calls and renewed by one of them: ``Authentication/bearer(_:leeway:renew:)``.
///
/// However many calls find it expired or refused at once, one request asks for the next; the others wait for it and share
/// its result or its failure. A call that was refused with an older token takes the newer one. After a failure the next
/// call tries anew.
struct BearerAuthenticator: Authenticator {
    /// `bearer token`, or the name of the grant.
    let name: String
    /// Settings that can't be.
    let problems: [PlanProblem]
    private let store: TokenStore
    private let renew: @Sendable (AuthenticationContext) async throws -> BearerToken

    init(
        name: String, token: BearerToken?, leeway: Duration, problems: [PlanProblem] = [],
        renew: @escaping @Sendable (AuthenticationContext) async throws -> BearerToken
    ) {
        self.name = name
        self.problems = problems + (token.map { $0.canBeSent ? [] : [.unsendableToken] } ?? [])
        self.renew = renew
        store = TokenStore(token, leeway: leeway)
    }

    /// `Bearer`.
    var scheme: String { "Bearer" }

    /// The token; a new one where its time is over. Where that is near, the next one is asked for, and nobody waits for it.
    func credentials(for request: HTTPRequest, _ context: AuthenticationContext) async throws -> Credentials? {
        let date = context.date
        guard let held = store.held, !held.token.hasExpired(at: date) else {
            return Self.credentials(try await renewed(after: store.held?.generation ?? 0, context))
        }
        if held.renewal.map({ date >= $0 }) ?? false {
            store.renewAhead(of: held.generation, at: date, renewal(context))
        }
        return Self.credentials(held)
    }

    /// A later token than the one that was refused, once.
    func credentials(
        for request: HTTPRequest, refused: Credentials?, by response: HTTPResponse, repetition: Int,
        _ context: AuthenticationContext
    ) async throws -> Credentials? {
        guard repetition == 1 else { return nil }
        return Self.credentials(try await renewed(after: refused?.generation ?? 0, context))
    }

    private func renewed(after generation: Int, _ context: AuthenticationContext) async throws -> TokenStore.Held {
        try await store.token(after: generation, at: context.date, renewal(context))
    }

    private func renewal(_ context: AuthenticationContext) -> @Sendable () async throws -> BearerToken {
        { [renew] in
            context.note("asking for new credentials")
            let token = try await renew(context)
            guard token.canBeSent else { throw TransportError(.plugin, PlanProblem.unsendableToken.reason) }
            return token
        }
    }

    private static func credentials(_ held: TokenStore.Held) -> Credentials {
        Credentials("Bearer \(held.token.value.reveal() ?? "")", generation: held.generation)
    }
}

extension BearerAuthenticator: CustomReflectable {
    /// Nothing but the name.
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension Authentication {
    /// A token of one's own source (RFC 6750).
    ///
    /// `renew` gives the first token, unless there is one, and each later one; it runs once at a time. Requests that it sends
    /// through its context pass no plugin, so not this one either. What it throws ends every call that waits.
    ///
    /// - Parameters:
    ///   - token: A token that is there already.
    ///   - leeway: How long before it expires a new one is asked for, while calls go on with the old one.
    ///   - renew: Gets the next token.
    public static func bearer(
        _ token: BearerToken? = nil, leeway: Duration = .seconds(30),
        renew: @escaping @Sendable (AuthenticationContext) async throws -> BearerToken
    ) -> Authentication {
        Authentication(BearerAuthenticator(name: "bearer token", token: token, leeway: leeway, renew: renew))
    }
}
