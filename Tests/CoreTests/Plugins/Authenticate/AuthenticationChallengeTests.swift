import ApusCore
import Testing

@Suite struct AuthenticationChallengeTests {
    /// `scheme` or `scheme:token` or `scheme(name=value,…)` with the names asked for.
    private static func text(_ challenges: [AuthenticationChallenge]) -> String {
        challenges.map { challenge in
            let names = ["realm", "nonce", "qop", "a", "b", "charset", "stale"]
            let parameters = names.compactMap { name in challenge.parameter(name).map { "\(name)=\($0)" } }
            return challenge.scheme + (challenge.token.map { ":\($0)" } ?? "")
                + (parameters.isEmpty ? "" : "(\(parameters.joined(separator: ";")))")
        }.joined(separator: " ")
    }

    @Test(
        "Challenges as servers write them",
        arguments: [
            ("Basic", "Basic"), ("Basic realm=\"x\"", "Basic(realm=x)"), ("basic REALM=x", "basic(realm=x)"),
            ("Basic realm = \"x\"", "Basic(realm=x)"), ("Basic realm\t=\tx", "Basic(realm=x)"),
            ("Basic realm=\"a, b\"", "Basic(realm=a, b)"), ("Basic realm=\"a\\\"b\\\\c\"", "Basic(realm=a\"b\\c)"),
            ("Basic realm=\"\"", "Basic(realm=)"), ("Basic realm=\"é\"", "Basic(realm=é)"),
            ("Basic realm=\"x\", charset=\"UTF-8\"", "Basic(realm=x;charset=UTF-8)"),
            ("Negotiate", "Negotiate"), ("Negotiate YII=", "Negotiate:YII="),
            ("Negotiate a/b+c==", "Negotiate:a/b+c=="),
            ("Negotiate, Basic realm=x", "Negotiate Basic(realm=x)"),
            ("Negotiate abc, Basic realm=x", "Negotiate:abc Basic(realm=x)"),
            ("Digest realm=\"r\", nonce=\"n\", Basic realm=\"b\"", "Digest(realm=r;nonce=n) Basic(realm=b)"),
            (
                "Newauth realm=\"apps\", type=1, a=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
                "Newauth(realm=apps;a=Login to \"apps\") Basic(realm=simple)"
            ),
            (",, Basic realm=x ,,", "Basic(realm=x)"), ("Basic a=1,,b=2", "Basic(a=1;b=2)"),
            ("Basic realm=x, realm=y", "Basic(realm=x)"), ("A, B, C", "A B C"),
            ("Digest qop=\"auth,auth-int\", nonce=n", "Digest(nonce=n;qop=auth,auth-int)"),
        ])
    func reads(value: String, text: String) {
        #expect(Self.text(AuthenticationChallenge.challenges(in: value)) == text)
    }

    @Test(
        "What is malformed is left out, and the rest is read",
        arguments: [
            ("", ""), (" ", ""), (",", ""), ("=", ""), ("=x", ""), ("\"", ""), ("\"Basic\"", ""), ("realm=x", ""),
            ("Basic realm=", "Basic:realm="), ("Basic realm=\"x", "Basic"), ("Basic realm=\"x\\", "Basic"),
            ("Basic realm=;, a=1", "Basic(a=1)"), ("Basic =x, a=1", ""),
            ("Basic \"x, y\", a=1", "Basic(a=1)"),
            ("Basic realm==x, a=1", "Basic(a=1)"), ("Basic a=1 b=2", "Basic(a=1;b=2)"),
            ("Basic @@@, Digest nonce=n", "Basic Digest(nonce=n)"), ("é, Basic a=1", "Basic(a=1)"),
            ("Basic a=é, b=1", "Basic(b=1)"), ("Digest\u{0}nonce=n", "Digest"),
        ])
    func ignores(value: String, text: String) {
        #expect(Self.text(AuthenticationChallenge.challenges(in: value)) == text)
    }

    @Test("Several fields are read one after the other, and a long one takes time in proportion")
    func several() {
        var response = HTTPResponse(status: 401)
        response.fields.append(HTTPField(.wwwAuthenticate, "Digest nonce=a"))
        response.fields.append(HTTPField(.wwwAuthenticate, "Basic realm=b"))
        #expect(Self.text(AuthenticationChallenge.challenges(of: response)) == "Digest(nonce=a) Basic(realm=b)")
        let many = String(repeating: "Basic a=1, ", count: 20_000)
        #expect(AuthenticationChallenge.challenges(in: many).count == 20_000)
    }
}
