import Locking

/// Answers the challenges of the scheme Digest (RFC 7616): ``Authentication/digest(_:_:randomness:)``.
///
/// The first request to an origin goes without credentials. Later ones use the nonce that it gave and count it up, so that
/// they need no challenge; when the server says that the nonce is stale, the request is sent once more with the new one.
struct DigestAuthenticator: Authenticator {
    /// A nonce and how often it was used.
    private struct Session: Sendable {
        let challenge: DigestChallenge
        /// The client's nonce of the first answer: the key of `-sess` is made with it once (RFC 7616 §3.4.2).
        let cnonce: String
        var count: UInt32
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
    /// `Digest`.
    var scheme: String { "Digest" }
    /// A challenge has the nonce.
    var waitsForChallenge: Bool { true }
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
        let challenge = DigestChallenge.strongest(
            of: response, canHashBody: request.body.map { $0.bytes != nil } ?? true)
        // A nonce may be too old without the server saying so; what is refused with a new one is wrong.
        guard let challenge, repetition == 1 || challenge.isStale else {
            sessions.all.withLock { $0[Self.origin(of: request)] = nil }
            return nil
        }
        return answer(request, to: challenge)
    }

    /// An answer to the challenge, from then on the origin's; without one, to the one that the origin sent before.
    private func answer(_ request: HTTPRequest, to challenge: DigestChallenge? = nil) -> Credentials? {
        let origin = Self.origin(of: request)
        let cnonce = cnonce()
        // Taken up and counted in one: a call at the same time may bring a challenge of its own, or be refused.
        let session = sessions.all.withLock { all in
            if let challenge {
                // A server that gives the same nonce again counts on.
                let known = all[origin].flatMap { $0.challenge.nonce == challenge.nonce ? $0 : nil }
                all[origin] = Session(challenge: challenge, cnonce: known?.cnonce ?? cnonce, count: known?.count ?? 0)
            }
            all[origin]?.count &+= 1
            return all[origin]
        }
        guard let session else { return nil }
        let facts = DigestChallenge.Facts(
            user: user.reveal() ?? "", password: password.reveal() ?? "", method: request.method.rawValue,
            target: request.url.requestTarget,
            body: session.challenge.protection == .integrity ? Self.body(of: request) : [],
            cnonce: session.challenge.isSession ? session.cnonce : cnonce, count: session.count)
        return session.challenge.answer(facts).map { Credentials($0) }
    }

    private func cnonce() -> String {
        let halves = (0..<2).map { _ in
            let text = String(randomness.next(), radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return halves.joined()
    }

    /// The bytes to hash, none for no body; nil where they are not in memory.
    private static func body(of request: HTTPRequest) -> [UInt8]? {
        guard let body = request.body else { return [] }
        return body.bytes.map { Array($0) }
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
