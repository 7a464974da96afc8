import ApusDSL
import ApusTesting
import Foundation
import Locking
import Testing

@testable import ApusCore

@Suite struct DigestTests {
    private static let user = "Mufasa"
    private static let password = "Circle of Life"
    private static let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    private static func challenge(_ text: String) -> DigestChallenge? {
        AuthenticationChallenge.challenges(in: text).first.flatMap { DigestChallenge($0) }
    }

    private static func response(_ answer: String?) -> String? {
        answer.flatMap { AuthenticationChallenge.challenges(in: $0).first?.parameter("response") }
    }

    private static func facts(body: [UInt8]? = [], user: String = user) -> DigestChallenge.Facts {
        .init(
            user: user, password: password, method: "GET", target: "/dir/index.html", body: body, cnonce: cnonce,
            count: 1)
    }

    @Test(
        "The examples of RFC 7616 §3.9.1",
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ])
    func examples(algorithm: String, response: String) throws {
        let challenge = try #require(
            Self.challenge(
                "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm), "
                    + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", "
                    + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""))
        let answer = try #require(challenge.answer(Self.facts()))
        #expect(Self.response(answer) == response)
        for part in [
            "username=\"Mufasa\"", "realm=\"http-auth@example.org\"", "uri=\"/dir/index.html\"", "qop=auth",
            "nc=00000001", "algorithm=\(algorithm)", "cnonce=\"\(Self.cnonce)\"",
            "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"",
        ] {
            #expect(answer.contains(part), "\(part)")
        }
    }

    @Test("The example of RFC 2617 §3.5, and one without qop as in RFC 2069")
    func older() throws {
        let challenge = try #require(
            Self.challenge(
                "Digest realm=\"testrealm@host.com\", qop=\"auth,auth-int\", "
                    + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", opaque=\"5ccc069c403ebaf9f0171e9517f40e41\""))
        let facts = DigestChallenge.Facts(
            user: "Mufasa", password: "Circle Of Life", method: "GET", target: "/dir/index.html", body: [],
            cnonce: "0a4f113b", count: 1)
        #expect(Self.response(challenge.answer(facts)) == "6629fae49393a05397450978507c4ef1")
        let plain = try #require(
            Self.challenge("Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\""))
        let answer = try #require(plain.answer(facts))
        #expect(Self.response(answer) == "670fd8c2df070c60b045671b8b24ff02")
        #expect(!answer.contains("nc=") && !answer.contains("cnonce") && !answer.contains("algorithm"))
    }

    @Test(
        "Which challenges can be answered",
        arguments: [
            ("Digest realm=r, nonce=n", true), ("digest realm=r, nonce=n, algorithm=md5", true),
            ("Digest realm=r, nonce=n, algorithm=SHA-256-sess", true), ("Digest realm=r, nonce=n, qop=auth-int", true),
            ("Digest realm=r", false), ("Digest nonce=n", false), ("Basic realm=r, nonce=n", false),
            ("Digest realm=r, nonce=n, algorithm=SHA-512-256", false), ("Digest realm=r, nonce=n, qop=other", false),
            ("Digest realm=r, nonce=n, qop=\"\"", false), ("Digest realm=r, nonce=n, algorithm=-sess", false),
        ])
    func answerable(text: String, isAnswerable: Bool) {
        #expect((Self.challenge(text) != nil) == isAnswerable)
    }

    @Test(
        "A quote or a backslash is escaped whatever stands after it", arguments: ["\"", "\\", "\"\u{301}", "\\\u{301}"])
    func quoting(mark: String) throws {
        let escaped = try #require(Self.challenge("Digest realm=\"a\\\(mark)b\", nonce=n"))
        let answer = try #require(escaped.answer(Self.facts()))
        let read = AuthenticationChallenge.challenges(in: answer)
        #expect(read.map { $0.parameter("realm") } == ["a\(mark)b"] && read[0].parameter("nonce") == "n")
    }

    @Test("Sessions, hashed names, bodies and names beyond ASCII")
    func variants() throws {
        let session = try #require(Self.challenge("Digest realm=r, nonce=n, algorithm=MD5-sess, qop=auth"))
        let plain = try #require(Self.challenge("Digest realm=r, nonce=n, algorithm=MD5, qop=auth"))
        #expect(Self.response(session.answer(Self.facts())) != Self.response(plain.answer(Self.facts())))
        let whole = try #require(Self.challenge("Digest realm=r, nonce=n, qop=auth-int"))
        #expect(whole.answer(Self.facts(body: nil)) == nil)
        #expect(
            Self.response(whole.answer(Self.facts(body: [1]))) != Self.response(whole.answer(Self.facts(body: [2]))))
        let hashing = try #require(Self.challenge("Digest realm=r, nonce=n, userhash=true"))
        let answer = try #require(hashing.answer(Self.facts()))
        #expect(answer.contains("userhash=true") && !answer.contains("Mufasa"))
        #expect(
            plain.answer(Self.facts(user: "Jäsøn \"D\""))?.contains("username*=UTF-8''J%C3%A4s%C3%B8n%20%22D%22")
                == true)
        #expect(plain.answer(Self.facts(user: "a\"b\\c"))?.contains("username=\"a\\\"b\\\\c\"") == true)
    }

    /// A server that knows one nonce at a time and counts.
    private final class Server: Sendable {
        struct State {
            var nonce = 1
            var counts: [String] = []
            var saysStale = true
        }

        let state = Mutex(State())

        func answer(_ request: HTTPRequest) -> HTTPResponse {
            let sent = request.fields[.authorization].flatMap { AuthenticationChallenge.challenges(in: $0).first }
            return state.withLock { state in
                state.counts.append(sent?.parameter("nc") ?? "-")
                let known = sent?.parameter("nonce")
                guard known != "n\(state.nonce)" else { return HTTPResponse(status: 200) }
                let stale = known != nil && state.saysStale ? ", stale=true" : ""
                return HTTPResponse(
                    status: 401,
                    fields: [
                        .wwwAuthenticate:
                            "Basic realm=b, Digest realm=r, nonce=n\(state.nonce), qop=auth, algorithm=MD5\(stale)"
                    ])
            }
        }
    }

    @Test(
        "A nonce is used again and counted up; a stale one is replaced, whether or not the server says so",
        arguments: [true, false])
    func nonces(saysStale: Bool) async throws {
        let server = Server()
        server.state.withLock { $0.saysStale = saysStale }
        let stub = StubTransport { request throws(TransportError) in server.answer(request) }
        let client = Client("http://a.example", transport: stub) { Authenticate(.digest("u", "p")) }
        let endpoint = Endpoint { GET("/x") }
        _ = try await client.send(endpoint)
        _ = try await client.send(endpoint)
        server.state.withLock { $0.nonce = 2 }
        _ = try await client.send(endpoint)
        #expect(server.state.withLock { $0.counts } == ["-", "00000001", "00000002", "00000003", "00000001"])
        let nonces = stub.requests.compactMap { $0.fields[.authorization] }
            .compactMap { AuthenticationChallenge.challenges(in: $0).first?.parameter("cnonce") }
        #expect(Set(nonces).count == 4)
    }

    @Test("Counts are not used twice, however many calls use a nonce at once")
    func concurrent() async throws {
        let server = Server()
        let stub = StubTransport { request throws(TransportError) in server.answer(request) }
        let client = Client("http://a.example", transport: stub) { Authenticate(.digest("u", "p")) }
        _ = try await client.send(Endpoint { GET("/x") })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { _ = try await client.send(Endpoint { GET("/x") }) } }
            try await group.waitForAll()
        }
        let counts = server.state.withLock { $0.counts }.filter { $0 != "-" }
        #expect(counts.count == 201 && Set(counts).count == 201)
    }

    @Test("A wrong password is refused twice and delivered, and the next call begins anew")
    func wrong() async {
        let stub = StubTransport { _ throws(TransportError) in
            HTTPResponse(status: 401, fields: [.wwwAuthenticate: "Digest realm=r, nonce=n, qop=auth"])
        }
        let client = Client("http://a.example", transport: stub) { Authenticate(.digest("u", "p")) }
        for _ in 0..<2 {
            let outcome = await client.call(Endpoint { GET("/x") }).outcome()
            #expect(outcome.response?.status == 401 && outcome.attempts.count == 2)
        }
        #expect(stub.requests.map { $0.fields[.authorization] != nil } == [false, true, false, true])
    }

    /// What a plugin with the user's name and password sends to a server that refuses each request with the next challenge,
    /// and takes what comes when there is none left.
    private static func sent(_ endpoint: Endpoint<some Sendable, some Error>, challenges: [String], calls: Int = 1)
        async
        -> [AuthenticationChallenge?]
    {
        let left = Mutex(challenges[...])
        let stub = StubTransport { _ throws(TransportError) in
            guard let challenge = left.withLock({ $0.popFirst() }) else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 401, fields: [.wwwAuthenticate: challenge])
        }
        let client = Client("http://a.example", transport: stub) { Authenticate(.digest(user, password)) }
        for _ in 0..<calls { _ = await client.call(endpoint).outcome() }
        return stub.requests.map { request in
            request.fields[.authorization].flatMap { AuthenticationChallenge.challenges(in: $0).first }
        }
    }

    @Test("The key of a session is made with the client's first nonce, so that later answers name it, too")
    func sessionKey() async throws {
        let text = "Digest realm=r, nonce=n, algorithm=SHA-256-sess, qop=auth"
        let sent = await Self.sent(Endpoint { GET("/x") }, challenges: [text], calls: 3).compactMap(\.self)
        #expect(sent.map { $0.parameter("nc") } == ["00000001", "00000002", "00000003"])
        let cnonce = try #require(sent.first?.parameter("cnonce"))
        #expect(sent.map { $0.parameter("cnonce") } == [cnonce, cnonce, cnonce])
        for (index, answer) in sent.enumerated() {
            let facts = DigestChallenge.Facts(
                user: Self.user, password: Self.password, method: "GET", target: "/x", body: [], cnonce: cnonce,
                count: UInt32(index + 1))
            #expect(answer.parameter("response") == Self.response(Self.challenge(text)?.answer(facts)))
        }
    }

    @Test("A nonce that comes again counts on, with what is asked for now")
    func sameNonce() async {
        let sent = await Self.sent(
            Endpoint { GET("/x") },
            challenges: [
                "Digest realm=r, nonce=n, qop=auth, algorithm=MD5, opaque=one",
                "Digest realm=r, nonce=n, qop=auth, algorithm=SHA-256, opaque=two, stale=true",
            ])
        #expect(sent.map { $0?.parameter("nc") } == [nil, "00000001", "00000002"])
        #expect(sent.map { $0?.parameter("algorithm") } == [nil, "MD5", "SHA-256"])
        #expect(sent.map { $0?.parameter("opaque") } == [nil, "one", "two"])
    }

    @Test("The strongest challenge is one that can be answered: a body that is not in memory is not hashed")
    func strongestAnswerable() async {
        let challenge =
            "Digest realm=r, nonce=a, algorithm=SHA-256, qop=auth-int, Digest realm=r, nonce=b, algorithm=MD5, qop=auth"
        let streaming = Endpoint {
            POST("/x"); Body(stream: ByteStream(Data("x".utf8)), type: .octetStream)
        }
        #expect(await Self.sent(streaming, challenges: [challenge]).map { $0?.parameter("nonce") } == [nil, "b"])
        let text = Endpoint {
            POST("/x"); Body(text: "x")
        }
        #expect(await Self.sent(text, challenges: [challenge]).map { $0?.parameter("nonce") } == [nil, "a"])
    }

    @Test("A challenge with what no field may hold is not answered", arguments: ["realm", "nonce", "opaque"])
    func controls(name: String) async {
        let challenge = "Digest realm=r, nonce=n, opaque=o".replacing("\(name)=", with: "\(name)=\"\u{1}\", was=")
        #expect(await Self.sent(Endpoint { GET("/x") }, challenges: [challenge]).count == 1)
        let fine = "Digest realm=\"a\\\"b\", nonce=n, opaque=o"
        #expect(await Self.sent(Endpoint { GET("/x") }, challenges: [fine]).last??.parameter("realm") == "a\"b")
    }
}
