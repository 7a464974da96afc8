import ApusCore
import ApusDSL
import ApusTesting
import TestSupport
import Testing

/// What others say, servers and plugins, may repeat the secrets of a request.
@Suite struct LeakTests {
    private struct Auth: Plugin {
        let token: String
        let summary = "auth"

        func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
            try await next(request)
        }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private static let endpoint = Endpoint {
        GET("http://a.example/1")
        APIKey("key", "k-s3cr3t", in: .query)
        Bearer("t-s3cr3t")
        Use(Auth(token: "p-s3cr3t"))
    }

    @Test("A secret that a server repeats, hops later and in a path, is not shown")
    func echoes() async {
        let locations = ["/1": "/2", "/2": "/3?echo=k-s3cr3t", "/3": "/seg/k-s3cr3t/t-s3cr3t"]
        let stub = StubTransport { request throws(TransportError) in
            guard let location = locations[request.url.path] else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 302, fields: ["Location": location])
        }
        let lines = Lines()
        let client = Client(transport: stub) {
            FollowRedirects()
            Log { lines.append($0) }
        }
        let outcome = await client.call(Self.endpoint).outcome { lines.append("\($0)") }
        lines.append("\(outcome.attempts) \(outcome.response?.url.map { "\($0)" } ?? "")")
        #expect(stub.requests.last?.url.path == "/seg/k-s3cr3t/t-s3cr3t")
        #expect(outcome.attempts.count == 4)
        #expect(!lines.text.contains("s3cr3t"))
    }

    @Test("Nor is one that a plugin inside of the redirects added, or that the server set with the redirect")
    func echoesOfHops() async {
        let stub = StubTransport { request throws(TransportError) in
            switch request.url.path {
            case "/1":
                return HTTPResponse(status: 302, fields: ["Location": "/2?sid=s3cr3t-1", "Set-Cookie": "sid=s3cr3t-1"])
            case "/2": return HTTPResponse(status: 302, fields: ["Location": "/s3cr3t-1/t-s3cr3t-2"])
            default: return HTTPResponse(status: 200)
            }
        }
        let lines = Lines()
        let client = Client(transport: stub) {
            FollowRedirects()
            Authenticate(.bearer(BearerToken("t-s3cr3t-2")) { _ in BearerToken("x") })
            Cookies()
            Log { lines.append($0) }
        }
        let outcome = await client.call(Endpoint { GET("http://a.example/1") }).outcome { lines.append("\($0)") }
        lines.append("\(outcome.attempts) \(outcome.response?.url.map { "\($0)" } ?? "")")
        #expect(stub.requests.last?.url.path == "/s3cr3t-1/t-s3cr3t-2")
        #expect(stub.requests.last?.fields[.cookie] == "sid=s3cr3t-1" && lines.text.contains("<redacted>"))
        #expect(!lines.text.contains("s3cr3t"))
    }

    @Test(
        "A secret with a slash or an ampersand in it is not shown either, and what is none is",
        arguments: [
            ("s3c/r3t", "/in/s3c/r3t", "/<redacted>"), ("s3c/r3t", "/in?x=s3c/r3t&a=1", "/in?x=<redacted>&a=1"),
            ("s3c/r3t", "/in/s3c%2Fr3t", "/in/<redacted>"), ("s3c&r3t", "/in?a=1&x=s3c&r3t", "/in?<redacted>"),
        ])
    func separators(secret: String, location: String, shown: String) async {
        let locations = ["/1": location, "/in": "/end?a=1"]
        let stub = StubTransport { request throws(TransportError) in
            guard let location = locations[request.url.path] else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 302, fields: ["Location": location])
        }
        let lines = Lines()
        let endpoint = Endpoint {
            GET("http://a.example/1?s3c=1")
            APIKey("key", "k-s3cr3t", in: .query)
            Bearer(secret)
        }
        let client = Client(transport: stub) { Log { lines.append($0) } }
        let outcome = await client.call(endpoint).outcome { lines.append("\($0)") }
        lines.append("\(outcome.attempts)")
        #expect("\(outcome.attempts[1].url)" == "http://a.example\(shown)")
        if outcome.attempts.count > 2 { #expect("\(outcome.attempts[2].url)" == "http://a.example/end?a=1") }
        #expect(!lines.text.contains(secret) && !lines.text.contains("s3c%2Fr3t"))
    }

    @Test("The words of a plugin's error are shown without the request's secrets")
    func pluginErrors() async {
        let stub = StubTransport([:])
        let lines = Lines()
        let client = Client(transport: stub) {
            Log { lines.append($0) }
            Intercept { request, _, _ in throw Broken(description: "no luck with \(request.url.string)") }
        }
        lines.append("\(await client.call(Self.endpoint).result)")
        #expect(lines.text.contains("no luck with http://a.example/1?key=<redacted>"))
        #expect(!lines.text.contains("s3cr3t"))
    }

    @Test("Nor without those that other plugins have added")
    func pluginErrorsOfOthers() async {
        let stub = StubTransport { request throws(TransportError) in
            HTTPResponse(status: 200, body: HTTPBody(request.fields[.authorization] ?? ""))
        }
        let client = Client("http://a.example", transport: stub) {
            Authenticate(.bearer(BearerToken("s3cr3t")) { _ in BearerToken("x") })
            Intercept { request, _, next in throw Broken(description: "it was \(try await next(request).text)") }
        }
        let result = "\(await client.call(Endpoint { GET("/x") }).result)"
        #expect(result.contains("it was <redacted>") && !result.contains("s3cr3t"))
    }

    @Test("A log shows no cookie that the response sets and repeats, and no token in the form that it has in a URL")
    func echoesInLog() async {
        let stub = StubTransport { _ throws(TransportError) in
            HTTPResponse(
                status: 302,
                fields: ["Set-Cookie": "sid=s3cr3t-1", "Location": "ftp://x/?sid=s3cr3t-1&t=ab%2Fs3cr3t%2Bd"],
                body: HTTPBody("sid=s3cr3t-1 t=ab%2Fs3cr3t%2Bd"))
        }
        let lines = Lines()
        let client = Client("http://a.example", transport: stub) {
            Log { lines.append($0) }
            FollowRedirects()
            Log(.full) { lines.append($0) }
        }
        let outcome = await client.call(
            Endpoint {
                GET("/x"); Bearer("ab/s3cr3t+d")
            }
        ).outcome()
        lines.append("\(outcome.result)")
        #expect(lines.text.contains("<redacted>") && lines.all.count == 3)
        #expect(!lines.text.contains("s3cr3t"), "\(lines.text)")
    }

    @Test("What answers a secret is not shown where it can't be used")
    func answersToSecrets() async {
        struct SecretForm: EndpointComponent {
            func declare(in plan: inout RequestPlan) {
                plan.declare(PlanBody(.form([Parameter("password", .secret(Secret("pw-s3cr3t")))]), type: .form))
            }
        }
        struct Token: Decodable { let token: String; let expires: Int }
        let stub = StubTransport { _ throws(TransportError) in
            HTTPResponse(
                status: 200, fields: [.contentType: "application/json"], body: HTTPBody(#"{"token":"s3cr3t"}"#))
        }
        let endpoint = Endpoint {
            POST("http://a.example/session")
            SecretForm()
            Decode(Token.self)
        }
        let result = "\(await Client(transport: stub).call(endpoint).result)"
        #expect(result.contains("<redacted>") && !result.contains("s3cr3t"), "\(result)")
    }

    @Test("An endpoint, a group and a call can be dumped")
    func dumps() {
        let group = EndpointGroup { Use(Auth(token: "p-s3cr3t")) }
        var text = ""
        dump(Self.endpoint, to: &text)
        dump(group, to: &text)
        dump(Client(transport: StubTransport([:])).call(Self.endpoint), to: &text)
        dump(HTTPBody("pw=s3cr3t", secret: true), to: &text)
        text += String(reflecting: Self.endpoint)
        #expect(text.contains("apus plan 1"))
        #expect(!text.contains("s3cr3t"))
    }
}
