import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct OAuth2Tests {
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 0))
    private static let endpoint = Endpoint { GET("http://a.example/x") }

    /// A transport whose token endpoint gives the answer, and whose API takes any token.
    private static func stub(_ answer: HTTPResponse) -> StubTransport {
        StubTransport { request throws(TransportError) in
            if request.url.host == "id.example" { return answer }
            return HTTPResponse(status: request.fields.contains(.authorization) ? 200 : 401)
        }
    }

    private static func json(_ text: String, _ status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(status: status, fields: [.contentType: "application/json"], body: HTTPBody(text))
    }

    private func client(_ stub: StubTransport, _ authentication: Authentication) -> Client {
        Client(transport: stub, clock: clock) { Authenticate(authentication) }
    }

    @Test("Client credentials in Basic, each form-encoded, with the scope in the body")
    func clientCredentials() async throws {
        let stub = Self.stub(Self.json(#"{"access_token":"t","token_type":"bearer","expires_in":3600}"#))
        let client = client(
            stub,
            .oauth2("http://id.example/token", clientID: "my:app", clientSecret: "p&w %", scope: "read write"))
        _ = try await client.send(Self.endpoint)
        let request = stub.requests[0]
        #expect(request.method == .post && request.url.string == "http://id.example/token")
        let pair = Data("my%3Aapp:p%26w%20%25".utf8).base64EncodedString()
        #expect(request.fields[.authorization] == "Basic \(pair)")
        #expect(request.body?.bytes == Data("grant_type=client_credentials&scope=read%20write".utf8))
        #expect(request.body?.isSecret == true && request.fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(stub.requests[1].fields[.authorization] == "Bearer t")
    }

    @Test("A public client sends its ID in the body, and so does one that is told to, with its secret")
    func inBody() async throws {
        let answer = Self.json(#"{"access_token":"t","token_type":"Bearer"}"#)
        let open = Self.stub(answer)
        _ = try await client(
            open, .oauth2("http://id.example/token", clientID: "app", grant: .refreshToken("r&1"))
        ).send(Self.endpoint)
        #expect(
            open.requests[0].body?.bytes == Data("grant_type=refresh_token&refresh_token=r%261&client_id=app".utf8))
        #expect(open.requests[0].fields[.authorization] == nil)
        let closed = Self.stub(answer)
        _ = try await client(
            closed,
            .oauth2("http://id.example/token", clientID: "app", clientSecret: "s", clientAuthentication: .body)
        ).send(Self.endpoint)
        #expect(
            closed.requests[0].body?.bytes == Data("grant_type=client_credentials&client_id=app&client_secret=s".utf8))
    }

    @Test("A refresh token that the server replaces is used from then on, and told")
    func rotation() async throws {
        let told = Lines()
        let count = Mutex(0)
        let stub = StubTransport { request throws(TransportError) in
            guard request.url.host == "id.example" else { return HTTPResponse(status: 200) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            let rotated = number == 2 ? "" : #","refresh_token":"r\#(number)""#
            return Self.json(#"{"access_token":"t","token_type":"Bearer","expires_in":10\#(rotated)}"#)
        }
        let client = client(
            stub,
            .oauth2("http://id.example/token", clientID: "app", grant: .refreshToken("r0")) {
                told.append($0.reveal() ?? "")
            })
        for _ in 0..<4 {
            _ = try await client.send(Self.endpoint)
            clock.advance(by: .seconds(10))
        }
        let used = stub.requests.compactMap { $0.body?.bytes.map { String(decoding: $0, as: UTF8.self) } }
            .compactMap { $0.split(separator: "&").first { $0.hasPrefix("refresh_token") } }
        #expect(used.map { String($0) } == ["r0", "r1", "r1", "r3"].map { "refresh_token=\($0)" })
        #expect(told.all == ["r1", "r3", "r4"])
    }

    @Test("A refresh token that is empty takes nobody's place")
    func emptyRefreshToken() async throws {
        let told = Lines()
        let stub = Self.stub(
            Self.json(#"{"access_token":"t","token_type":"Bearer","expires_in":10,"refresh_token":""}"#))
        let client = client(
            stub,
            .oauth2("http://id.example/token", clientID: "app", grant: .refreshToken("r0")) {
                told.append($0.reveal() ?? "")
            })
        for _ in 0..<2 {
            _ = try await client.send(Self.endpoint)
            clock.advance(by: .seconds(10))
        }
        let bodies = stub.requests.compactMap { $0.body?.bytes.map { String(decoding: $0, as: UTF8.self) } }
        #expect(bodies == Array(repeating: "grant_type=refresh_token&refresh_token=r0&client_id=app", count: 2))
        #expect(told.all.isEmpty)
    }

    @Test(
        "Lifetimes as servers write them, and what means none",
        arguments: [
            ("3600", true), ("3600.5", true), ("\"3600\"", true), ("0", true), ("-5", true), ("1e300", false),
            ("null", false), ("\"soon\"", false), ("true", false), ("[1]", false), ("{}", false),
        ])
    func lifetimes(text: String, expires: Bool) async throws {
        let stub = Self.stub(Self.json(#"{"access_token":"t","token_type":"Bearer","expires_in":\#(text)}"#))
        let client = client(stub, .oauth2("http://id.example/token", clientID: "app"))
        _ = try await client.send(Self.endpoint)
        clock.advance(by: .seconds(4000))
        _ = try await client.send(Self.endpoint)
        #expect(stub.requests.filter { $0.url.host == "id.example" }.count == (expires ? 2 : 1))
    }

    @Test(
        "What is no token is an error of its own, with what the server says",
        arguments: [
            (400, #"{"error":"invalid_grant","error_description":"too\nold","error_uri":"http://x"}"#, "invalid_grant"),
            (401, #"{"error":"invalid_client"}"#, "invalid_client"),
            (200, #"{"error":"bad_verification_code"}"#, "bad_verification_code"),
            (400, "<html>", ""), (500, "", ""), (302, "", ""), (200, "", ""), (200, "{", ""), (200, "[]", ""),
            (200, #"{"access_token":"t"}"#, ""), (200, #"{"access_token":"t","token_type":"mac"}"#, ""),
            (200, #"{"access_token":"","token_type":"Bearer"}"#, ""),
            (200, #"{"access_token":"a\r\nX: y","token_type":"Bearer"}"#, ""),
            (200, #"{"access_token":7,"token_type":"Bearer"}"#, ""),
        ])
    func refusals(status: Int, body: String, code: String) async throws {
        var answer = Self.json(body, HTTPStatus(status))
        answer.fields[.location] = "http://id.example/other"
        let stub = Self.stub(answer)
        let client = client(stub, .oauth2("http://id.example/token", clientID: "app", clientSecret: "s3cr3t"))
        guard case .failure(.transport(let error)) = await client.call(Self.endpoint).result else {
            Issue.record("it went well")
            return
        }
        let refused = try #require(error.underlying as? OAuth2Error)
        #expect(error.kind == .plugin && refused.status.code == status && refused.code ?? "" == code)
        #expect(!refused.description.contains("\n") && refused.description.contains("\(status)"))
        #expect(stub.requests.count == 1)
    }

    @Test("A transport that streams though nobody asked is read to the end")
    func streamed() async throws {
        let stub = StubTransport { request throws(TransportError) in
            guard request.url.host == "id.example" else { return HTTPResponse(status: 200) }
            var answer = Self.json(#"{"access_token":"good","token_type":"Bearer"}"#)
            answer.body = HTTPBody(ByteStream(answer.data))
            return answer
        }
        _ = try await client(stub, .oauth2("http://id.example/token", clientID: "app")).send(Self.endpoint)
        #expect(stub.requests.last?.fields[.authorization] == "Bearer good")
    }

    @Test("A refresh token counts though the token beside it can't be used: the former one may be worth nothing")
    func refreshTokenOfBadAnswer() async throws {
        let answers = [
            #"{"access_token":"a\r\n","token_type":"Bearer","refresh_token":"second"}"#,
            #"{"access_token":"good","token_type":"Bearer"}"#,
        ]
        let asked = Mutex<[String]>([])
        let kept = Lines()
        let stub = StubTransport { request throws(TransportError) in
            guard request.url.host == "id.example" else { return HTTPResponse(status: 200) }
            return asked.withLock { asked in
                asked.append(String(decoding: request.body?.bytes ?? Data(), as: UTF8.self))
                return Self.json(answers[asked.count - 1])
            }
        }
        let client = client(
            stub,
            .oauth2("http://id.example/token", clientID: "app", grant: .refreshToken("first")) {
                kept.append($0.reveal() ?? "")
            })
        await #expect(throws: (any Error).self) { try await client.call(Self.endpoint).result.get() }
        _ = try await client.send(Self.endpoint)
        #expect(kept.all == ["second"])
        #expect(asked.withLock { $0 }.map { $0.contains("refresh_token=second") } == [false, true])
    }

    @Test("A server that repeats the secret does not get it into the error")
    func repeated() async throws {
        let stub = Self.stub(Self.json(#"{"error":"x s3cr3t","error_description":"s3cr3t and r3fr3sh"}"#, 400))
        let client = client(
            stub,
            .oauth2(
                "http://id.example/token", clientID: "app", clientSecret: "s3cr3t", grant: .refreshToken("r3fr3sh")))
        let result = await client.call(Self.endpoint).result
        var dumped = "\(result)"
        dump(result, to: &dumped)
        #expect(!dumped.contains("s3cr3t") && !dumped.contains("r3fr3sh") && dumped.contains("<redacted>"))
    }

    @Test(
        "Nor does one that repeats it as it was sent, a secret within another, or the token that it gave",
        arguments: [
            (400, #"{"error":"x","error_description":"Basic YXBwOnMzY3IlMjZ0"}"#), (400, #"{"error":"s3cr%26t"}"#),
            (400, #"{"error":"x","error_uri":"http://x/?YXBwOnMzY3IlMjZ0"}"#), (400, #"{"error":"s3cr&t-r3fr3sh"}"#),
            (200, #"{"access_token":"t0k3n","token_type":"a t0k3n"}"#),
        ])
    func repeatedOtherwise(status: Int, body: String) async throws {
        let client = client(
            Self.stub(Self.json(body, HTTPStatus(status))),
            .oauth2(
                "http://id.example/token", clientID: "app", clientSecret: "s3cr&t",
                grant: .refreshToken("s3cr&t-r3fr3sh")))
        let result = await client.call(Self.endpoint).result
        var dumped = "\(result)"
        dump(result, to: &dumped)
        #expect(dumped.contains("<redacted>"))
        for secret in ["s3cr", "YXBwOnMzY3IlMjZ0", "r3fr3sh", "t0k3n"] { #expect(!dumped.contains(secret)) }
    }

    @Test("An endpoint that is down is a transport failure that names it")
    func down() async throws {
        let stub = StubTransport { _ throws(TransportError) in throw TransportError(.connectionRefused, "nobody") }
        let client = client(stub, .oauth2("http://id.example/token?key=s3cr3t", clientID: "app"))
        guard case .failure(.transport(let error)) = await client.call(Self.endpoint).result else {
            Issue.record("it went well")
            return
        }
        #expect(
            error.kind == .connectionRefused && error.detail == "the token endpoint http://id.example/token: nobody")
    }
}
