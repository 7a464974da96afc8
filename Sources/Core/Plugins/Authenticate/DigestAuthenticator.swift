import Locking

/// Answers the challenges of the scheme Digest (RFC 7616): ``Authentication/digest(_:_:randomness:)``.
///
/// The first request to an origin goes without credentials. Later ones use the nonce that it gave and count it up, so that
/// they need no challenge; when the server says that the nonce is stale, the request is sent once more with the new one.
struct DigestAuthenticator: Authenticator {
    /// A nonce and how often it was used.
    private struct Session: Sendable {
        let challenge: DigestChallenge
        var count: UInt32 = 0
    }

    private final class Sessions: Sendable {
        /// By origin: a nonce means nothing to another server.
        let all = Mutex<[String: Session]>([:])
    }

    private let user: Secret
    private let password: Secret
    private let randomness: Randomness
    private let sessions = Sessions()

    init(_ user: String, _ password: String, _ randomness: Randomness) {
        self.user = Secret(user)
        self.password = Secret(password)
        self.randomness = randomness
    }

    /// `digest`.
    var name: String { "digest" }
    /// The answer is for one URL: after a redirect it is another.
    var place: PluginPlace { .hop }

    /// An answer to the challenge that the origin sent before, if it did.
    func credentials(for request: HTTPRequest, _ context: AuthenticationContext) async throws -> Credentials? {
        answer(request)
    }

    /// An answer to the challenge. A second one is answered only where it says that the nonce was stale.
    func credentials(
        for request: HTTPRequest, refused: Credentials?, by response: HTTPResponse, repetition: Int,
        _ context: AuthenticationContext
    ) async throws -> Credentials? {
        let origin = Self.origin(of: request)
        let challenge = DigestChallenge.strongest(of: response)
        // A nonce may be too old without the server saying so; what is refused with a new one is wrong.
        guard let challenge, repetition == 1 || challenge.isStale else {
            sessions.all.withLock { $0[origin] = nil }
            return nil
        }
        sessions.all.withLock { all in
            // A server that gives the same nonce again counts on.
            if all[origin]?.challenge.nonce != challenge.nonce { all[origin] = Session(challenge: challenge) }
        }
        return answer(request)
    }

    private func answer(_ request: HTTPRequest) -> Credentials? {
        let origin = Self.origin(of: request)
        let session = sessions.all.withLock { all in
            all[origin]?.count &+= 1
            return all[origin]
        }
        guard let session else { return nil }
        let body: [UInt8]? = if let body = request.body { body.bytes.map { Array($0) } } else { [] }
        let cnonce = (0..<2).map { _ in
            let text = String(randomness.next(), radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        let facts = DigestChallenge.Facts(
            user: user.reveal() ?? "", password: password.reveal() ?? "", method: request.method.rawValue,
            target: request.url.requestTarget, body: body, cnonce: cnonce.joined(), count: session.count)
        return session.challenge.answer(facts).map { Credentials($0) }
    }

    private static func origin(of request: HTTPRequest) -> String {
        "\(request.url.scheme)://\(request.url.host.lowercased()):\(request.url.effectivePort)"
    }
}

extension DigestAuthenticator: CustomReflectable {
    /// Nothing but the name.
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension Authentication {
    /// User and password, of which only hashes are sent: MD5 and SHA-256, also as `-sess`, with `auth`, `auth-int` or neither.
    ///
    /// Nonces of the client's own come from `randomness`.
    public static func digest(
        _ user: String, _ password: String, randomness: Randomness = .system
    ) -> Authentication {
        Authentication(DigestAuthenticator(user, password, randomness))
    }
}
