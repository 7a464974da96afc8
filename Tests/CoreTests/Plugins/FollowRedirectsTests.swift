import ApusDSL
import ApusTesting
import TestSupport
import Testing

@testable import ApusCore

@Suite struct FollowRedirectsTests {
    private static func redirect(_ status: HTTPStatus, _ location: String) -> HTTPResponse {
        HTTPResponse(status: status, fields: ["Location": location], body: HTTPBody("moved"))
    }

    private static let endpoint = Endpoint {
        POST("https://a.example/1")
        Bearer("token")
        Body(text: "b")
        DecodeText()
    }

    @Test("Redirects are followed to the end, each hop an attempt of the same number and an event")
    func follow() async throws {
        let stub = StubTransport([
            "POST /1": Self.redirect(307, "/2"), "POST /2": Self.redirect(303, "https://b.example/3"),
            "GET /3": HTTPResponse(status: 200, body: HTTPBody("end")),
        ])
        let lines = Lines()
        let outcome = await Client(transport: stub).call(Self.endpoint).outcome { event in
            if case .redirected(let url) = event { lines.append("\(url)") }
        }
        #expect(try outcome.result.get() == "end")
        #expect(outcome.response?.url?.string == "https://b.example/3")
        #expect(outcome.attempts.map(\.number) == [1, 1, 1])
        #expect(outcome.attempts.map { try? $0.outcome.get().code } == [307, 303, 200])
        #expect(lines.all == ["https://a.example/2", "https://b.example/3"])
        #expect(stub.requests.map { $0.fields[.authorization] } == ["Bearer token", "Bearer token", nil])
        #expect(stub.requests.map { $0.body != nil } == [true, true, false])
    }

    @Test(
        "A loop, too many and a step down end the call with the redirect's response",
        arguments: [
            ("/1", "a redirect loop at"), ("http://a.example/", "from https to http"), ("ftp://x", "its scheme is ftp"),
            ("?n", "more than 2 redirects"),
        ])
    func refuse(_ location: String, reason: String) async {
        let stub = StubTransport { request throws(TransportError) in
            Self.redirect(307, location == "?n" ? "?\(request.url.query ?? "")n" : location)
        }
        let client = Client(transport: stub) { FollowRedirects(limit: 2) }
        let outcome = await client.call(Self.endpoint).outcome()
        guard case .failure(.unexpected(let response, let text)) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(response.status == 307 && response.text == "moved")
        #expect(text.contains(reason))
        #expect(outcome.response == response)
    }

    @Test("Without the plugin, with limit 0 and without Location a redirect is an answer like any other")
    func deliver() async {
        let stub = StubTransport { _ throws(TransportError) in Self.redirect(302, "/2") }
        let none = StubTransport { _ throws(TransportError) in HTTPResponse(status: 302) }
        let responses = [
            try? await Client("http://a.example", transport: stub).send(
                Endpoint {
                    GET("/"); Without(FollowRedirects.self); DecodeResponse()
                }),
            try? await Client("http://a.example", transport: stub) { FollowRedirects(limit: 0) }.send(
                Endpoint {
                    GET("/"); DecodeResponse()
                }),
            try? await Client("http://a.example", transport: none).send(
                Endpoint {
                    GET("/"); DecodeResponse()
                }),
        ]
        #expect(responses.map(\.?.status.code) == [302, 302, 302])
        #expect(stub.requests.count == 2)
    }

    @Test("However many redirects follow one another, each secret is kept once")
    func secretsDoNotMultiply() async {
        let stub = StubTransport { request throws(TransportError) in
            let number = Int(request.url.path.dropFirst()) ?? 0
            return Self.redirect(307, "/\(number + 1)")
        }
        let outcome = await Client(transport: stub).call(Self.endpoint).outcome()
        #expect(outcome.attempts.count == 21)
        #expect(outcome.attempts.allSatisfy { $0.url.secretValues.count < 4 })
    }

    @Test("After a redirect a request has been seen, though nobody is there for the next hop")
    func unsafeAfterHop() async {
        let stub = StubTransport { request throws(TransportError) in
            guard request.url.host == "b.example" else { return Self.redirect(303, "https://b.example/") }
            throw TransportError(.connectionRefused, "nobody")
        }
        let client = Client(transport: stub) { Retry(.idempotent.or(.unsent), .none) }
        let outcome = await client.call(Self.endpoint).outcome()
        guard case .failure(.transport(let error)) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(error.kind == .connectionRefused && !error.isSafeToRetry && error.detail == "nobody")
        #expect(stub.requests.map(\.method) == [.post, .get])
    }
}
