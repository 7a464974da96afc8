import Apus
import Testing

@Suite(.needsHttpbin) struct CookieTests {
    private let cookies = Endpoint {
        GET("/cookies")
        Decode([String: String].self, at: "cookies")
    }

    @Test("A cookie that is set is sent neither to the redirect's target nor in the next call")
    func notKept() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/cookies/set?session=s1")
                Decode([String: String].self, at: "cookies")
            }
        ).reply
        #expect(reply.attempts.count == 2)
        #expect(reply.value.isEmpty)
        #expect(try await httpbin.send(cookies).isEmpty)
    }

    @Test("Set-Cookie is in the response, one value a cookie")
    func visible() async throws {
        let response = try await httpbin.send(
            Endpoint {
                GET("/cookies/set?a=1&b=2")
                Without(FollowRedirects.self)
                DecodeResponse()
            })
        #expect(response.status == 302)
        #expect(response.fields.values(of: .setCookie).sorted() == ["a=1; Path=/", "b=2; Path=/"])
    }

    @Test("A declared cookie is sent")
    func declared() async throws {
        let seen = try await httpbin.send(
            Endpoint {
                GET("/cookies")
                Header(.cookie, "a=1; b=x%20y")
                Decode([String: String].self, at: "cookies")
            })
        #expect(seen == ["a": "1", "b": "x%20y"])
    }
}
