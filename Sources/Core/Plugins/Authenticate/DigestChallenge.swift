/// What a server asks for with the scheme Digest, as far as it can be answered (RFC 7616 §3.3).
struct DigestChallenge: Hashable, Sendable {
    enum Algorithm: String, Sendable {
        case md5 = "MD5"
        case sha256 = "SHA-256"

        func hash(_ text: String) -> String {
            hash(Array(text.utf8))
        }

        /// In hexadecimal digits.
        func hash(_ bytes: [UInt8]) -> String {
            let hash = self == .md5 ? MD5.hash(bytes) : SHA256.hash(bytes)
            return hash.map { byte in byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16) }.joined()
        }
    }

    enum Protection: String, Sendable {
        case authentication = "auth"
        /// The body is part of the answer as well.
        case integrity = "auth-int"
    }

    let realm: String
    let nonce: String
    let opaque: String?
    let algorithm: Algorithm
    /// Whether the nonces are mixed into the secret once for all.
    let isSession: Bool
    /// nil where the server offers none, as before RFC 2617.
    let protection: Protection?
    let hashesUser: Bool
    /// Whether only the nonce was too old: user and password need not be wrong.
    let isStale: Bool
    /// What the server calls the algorithm, nil where it names none.
    private let algorithmName: String?

    /// nil for what is no Digest, lacks a realm or a nonce, or asks for what is not known.
    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.isOf("Digest"), let realm = challenge.parameter("realm"),
            let nonce = challenge.parameter("nonce")
        else { return nil }
        let name = challenge.parameter("algorithm")
        // It is sent back outside of quotes.
        guard name.map(ASCII.isToken) ?? true else { return nil }
        var upper = (name ?? "MD5").uppercased()
        isSession = upper.hasSuffix("-SESS")
        if isSession { upper.removeLast(5) }
        guard let algorithm = Algorithm(rawValue: upper) else { return nil }
        if let offered = challenge.parameter("qop") {
            let offered = offered.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
            guard
                let protection = [Protection.authentication, .integrity].first(where: {
                    offered.contains($0.rawValue[...])
                })
            else { return nil }
            self.protection = protection
        } else {
            protection = nil
        }
        self.realm = realm
        self.nonce = nonce
        self.algorithm = algorithm
        algorithmName = name
        opaque = challenge.parameter("opaque")
        hashesUser = challenge.parameter("userhash")?.lowercased() == "true"
        isStale = challenge.parameter("stale")?.lowercased() == "true"
    }

    /// The strongest of a response's challenges that can be answered; among equals the first.
    static func strongest(of response: HTTPResponse, canHashBody: Bool) -> DigestChallenge? {
        let known = AuthenticationChallenge.challenges(of: response).compactMap { DigestChallenge($0) }
            .filter { canHashBody || $0.protection != .integrity }
        return known.first { $0.algorithm == .sha256 } ?? known.first
    }

    /// What an answer is made from, beside the challenge.
    struct Facts {
        let user: String
        let password: String
        let method: String
        let target: String
        /// The request's content; nil where it is not in memory.
        let body: [UInt8]?
        let cnonce: String
        /// How many requests were sent with the nonce, this one included.
        let count: UInt32
    }

    /// The value of `Authorization` (RFC 7616 §3.4); nil where the body has to be hashed and is not in memory, and where
    /// the server's words hold what no field may.
    func answer(_ facts: Facts) -> String? {
        var secret = algorithm.hash("\(facts.user):\(realm):\(facts.password)")
        if isSession { secret = algorithm.hash("\(secret):\(nonce):\(facts.cnonce)") }
        var request = "\(facts.method):\(facts.target)"
        if protection == .integrity {
            guard let body = facts.body else { return nil }
            request += ":\(algorithm.hash(body))"
        }
        let count = String(facts.count, radix: 16)
        let counted = String(repeating: "0", count: 8 - count.utf8.count) + count
        let middle = protection.map { "\(nonce):\(counted):\(facts.cnonce):\($0.rawValue)" } ?? nonce
        let response = algorithm.hash("\(secret):\(middle):\(algorithm.hash(request))")

        var parts = [
            user(facts.user), "realm=\(quoted(realm))", "uri=\(quoted(facts.target))", "nonce=\(quoted(nonce))",
        ]
        if let algorithmName { parts.append("algorithm=\(algorithmName)") }
        if let protection { parts += ["qop=\(protection.rawValue)", "nc=\(counted)"] }
        if protection != nil || isSession { parts.append("cnonce=\(quoted(facts.cnonce))") }
        if hashesUser { parts.append("userhash=true") }
        if let opaque { parts.append("opaque=\(quoted(opaque))") }
        parts.append("response=\(quoted(response))")
        let value = "Digest \(parts.joined(separator: ", "))"
        return ASCII.isFieldValue(value) ? value : nil
    }

    /// Hashed where the server can take that; in the form of RFC 8187 where it holds what no quoted string may.
    private func user(_ user: String) -> String {
        if hashesUser { return "username=\(quoted(algorithm.hash("\(user):\(realm)")))" }
        let isPlain = user.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain { return "username=\(quoted(user))" }
        var encoded: [UInt8] = []
        PercentEncoding.append(Array(user.utf8), to: &encoded)
        return "username*=UTF-8''\(String(decoding: encoded, as: UTF8.self))"
    }

    private func quoted(_ text: String) -> String {
        "\"\(ASCII.escaping("\\\"", in: text) { "\\\(Character(UnicodeScalar($0)))" })\""
    }
}
