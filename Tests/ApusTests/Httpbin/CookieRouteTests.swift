import Apus
import Testing

@Suite(.needsHttpbin) struct CookieRouteTests {
    private let cookies = Endpoint {
        GET("/cookies"); Decode([String: String].self, at: "cookies")
    }

    @Test("What a redirect sets is sent to where it points, kept, and taken away again")
    func kept() async throws {
        let jar = CookieJar()
        let client = Client(RealServers.httpbin) { Cookies(jar) }
        let reply = try await client.call(
            Endpoint {
                GET("/cookies/set"); Query("session", "s1"); Query("theme", "dark")
                Decode([String: String].self, at: "cookies")
            }
        ).reply
        #expect(reply.value == ["session": "s1", "theme": "dark"] && reply.attempts.count == 2)
        #expect(try await client.send(cookies) == ["session": "s1", "theme": "dark"])
        _ = try await client.send(
            Endpoint {
                GET("/cookies/delete"); Query("theme", "")
            })
        #expect(try await client.send(cookies) == ["session": "s1"])
        #expect(jar.all.map(\.domain) == ["127.0.0.1"] && jar.all[0].isHostOnly)
    }

    @Test("Clients with a jar of their own know nothing of each other")
    func apart() async throws {
        let first = Client(RealServers.httpbin) { Cookies() }
        let second = Client(RealServers.httpbin) { Cookies() }
        _ = try await first.send(Endpoint { GET("/cookies/set/a/1") })
        #expect(try await first.send(cookies) == ["a": "1"])
        #expect(try await second.send(cookies).isEmpty)
    }
}
