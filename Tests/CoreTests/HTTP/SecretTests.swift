import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite struct SecretTests {
    private static let text = "s3cr3t-värde"
    /// As it stands in a URL.
    private static let encoded = "s3cr3t-v%C3%A4rde"

    private static func expectHidden(_ value: Any, _ location: SourceLocation = #_sourceLocation) {
        let printed = Printed.everything(of: value)
        #expect(!printed.contains("s3cr3t"), sourceLocation: location)
        #expect(!printed.contains(Data(("user:" + text).utf8).base64EncodedString()), sourceLocation: location)
        #expect(printed.contains(Secret.mark), sourceLocation: location)
    }

    private static let endpoint = Endpoint {
        POST("/x")
        Basic("user", text)
        APIKey("X-Key", text)
        APIKey("key", text, in: .query)
        Header("X-Secret", text, secret: true)
        Query("q", "shown")
        Body(form: ["a": "b"])
        OnError(String.self)
    }

    @Test("A secret shows itself in no print, mirror or JSON, and reveals itself only when asked")
    func secret() throws {
        let secret = Secret(Self.text)
        Self.expectHidden(secret)
        Self.expectHidden([secret: Optional(secret)])
        let json = String(decoding: try JSONEncoder().encode([secret]), as: UTF8.self)
        #expect(json == "[\"<redacted>\"]")
        #expect(secret.reveal() == Self.text)
    }

    @Test(
        "A well-known scheme is shown before the mark, also after coding",
        arguments: [
            ("Bearer abc", "Bearer <redacted>"), ("basic abc", "basic <redacted>"), ("Token abc", "Token <redacted>"),
            ("Beare abc", "<redacted>"), ("abc Bearer", "<redacted>"), ("Bearer", "<redacted>"), ("", "<redacted>"),
        ])
    func scheme(_ value: String, shown: String) throws {
        let secret = Secret(value)
        #expect("\(secret)" == shown)
        #expect(secret.debugDescription == shown)
        let decoded = try JSONDecoder().decode([Secret].self, from: JSONEncoder().encode([secret]))
        #expect(decoded == [secret])
        #expect(decoded.first?.description == shown)
        #expect(decoded.first?.reveal() == nil)
    }

    @Test("Secrets are equal when they show the same")
    func equality() {
        #expect(Secret("a") == Secret("b"))
        #expect(Secret("a").hashValue == Secret("b").hashValue)
        #expect(Secret("Bearer a") != Secret("Basic a"))
    }

    @Test("A decoded mark is not taken for a value")
    func forgedMark() throws {
        let decoded = try JSONDecoder().decode([Secret].self, from: Data(#"["Bearer t0ken", "<redacted>"]"#.utf8))
        #expect(decoded.map(\.description) == ["Bearer <redacted>", "<redacted>"])
        #expect(decoded.allSatisfy { $0.reveal() == nil })
    }

    @Test("Fields, requests and URLs send a secret and do not show it")
    func request() throws {
        let field = HTTPField("X-Key", Self.text, secret: true)
        Self.expectHidden(field)
        Self.expectHidden(HTTPFields([field]))
        var plan = Self.endpoint.plan
        plan.baseURL = "https://a.example"
        let request = try plan.request()
        #expect(request.url.string == "https://a.example/x?key=\(Self.encoded)&q=shown")
        #expect(request.url.description == "https://a.example/x?key=<redacted>&q=shown")
        #expect(request.fields["X-Key"] == Self.text)
        Self.expectHidden(request)
        Self.expectHidden(request.url)
        Self.expectHidden(Optional(request.url) as Any)
        Self.expectHidden(request.fields)
    }

    @Test("A plan shows no secret in text, curl, JSON or mirror")
    func plan() throws {
        var plan = Self.endpoint.plan
        plan.baseURL = "https://a.example"
        Self.expectHidden(plan)
        Self.expectHidden(plan.curl)
        Self.expectHidden(String(decoding: try JSONEncoder().encode(plan), as: UTF8.self))
    }

    @Test("A secret with a control character is a problem that does not show it")
    func problem() {
        let endpoint = Endpoint {
            GET("https://a.example/")
            Bearer(Self.text + "\n")
        }
        #expect(endpoint.plan.problems.count == 1)
        Self.expectHidden(endpoint.plan)
        Self.expectHidden(endpoint.plan.curl + Secret.mark)
        Self.expectHidden(Printed.everything(of: PlanError(endpoint.plan.problems)) + Secret.mark)
    }

    @Test("What a call ends with shows no secret, whatever happened")
    func failures() async {
        let answers: [StubTransport] = [
            StubTransport { _ throws(TransportError) in HTTPResponse(status: 200, body: HTTPBody("x")) },
            StubTransport { _ throws(TransportError) in HTTPResponse(status: 500, body: HTTPBody("<html>")) },
            StubTransport { _ throws(TransportError) in throw TransportError(.nameLookup, "a.example") },
            StubTransport { _ throws(TransportError) in HTTPResponse(status: 302, fields: ["Location": ""]) },
            StubTransport { request throws(TransportError) in
                HTTPResponse(status: 302, fields: ["Location": "http://a.example/y?\(request.url.query ?? "")"])
            },
            StubTransport { request throws(TransportError) in
                HTTPResponse(status: 302, fields: ["Location": "app:/y?\(request.url.query ?? "")"])
            },
        ]
        for stub in answers {
            let lines = Lines()
            let client = Client("https://a.example", transport: stub) {
                FollowRedirects(limit: 2)
                Log { lines.append($0) }
            }
            let outcome = await client.call(Self.endpoint.map { _ in "value" }).outcome { lines.append("\($0)") }
            lines.append("\(outcome.result)")
            for attempt in outcome.attempts { lines.append(Printed.everything(of: attempt)) }
            Self.expectHidden(lines.text)
        }
    }

    @Test(
        "A URL with a password is refused without showing it",
        arguments: [
            "https://user:s3cr3t@a.example", "https://user:p@s3cr3t@a.example", "https://user:s3cr3t@a.example#x",
            "https://user:s3cr3t@a.example\n", "user:s3cr3t@a.example", "ftp://user:s3cr3t@a.example",
        ])
    func userInfo(_ url: String) throws {
        var plan = RequestPlan()
        plan.baseURL = url
        plan.path = "/x"
        #expect(!plan.problems.isEmpty)
        #expect(!plan.description.contains("s3cr3t"))
        #expect(!plan.curl.contains("s3cr3t"))
        #expect(!"\(PlanError(plan.problems))".contains("s3cr3t"))
        let absolute = Endpoint { GET(PathTemplate(url)) }.plan
        #expect(!absolute.description.contains("s3cr3t") || !url.hasPrefix("http"))
        let declared = Endpoint {
            BaseURL(url); GET("/x")
        }
        let client = Client(url, transport: StubTransport([:]))
        for plan in [declared.plan, client.plan(for: Endpoint { GET("/x") })] {
            #expect(!plan.problems.isEmpty)
            let json = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
            var dumped = ""
            dump(plan, to: &dumped)
            #expect(!json.contains("s3cr3t") && !dumped.contains("s3cr3t"))
        }
    }
}
