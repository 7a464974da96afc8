import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite struct CookiesTests {
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000_000))

    private static func stub() -> StubTransport {
        StubTransport { request throws(TransportError) in
            switch request.url.path {
            case "/set":
                HTTPResponse(status: 302, fields: [.setCookie: "sid=s3cr3t; Max-Age=60; Path=/", .location: "/x"])
            case "/fail": HTTPResponse(status: 500, fields: [.setCookie: "trace=1; Path=/"])
            case "/away": HTTPResponse(status: 302, fields: [.location: "http://b.example/y"])
            default: HTTPResponse(status: 200)
            }
        }
    }

    @Test("What a redirect sets is sent with the next hop, and with later calls until it expires")
    func redirect() async throws {
        let stub = Self.stub()
        let client = Client("http://a.example", transport: stub, clock: clock) { Cookies() }
        _ = try await client.send(Endpoint { GET("/set") })
        _ = try await client.send(Endpoint { GET("/z") })
        _ = try await client.send(Endpoint { GET("/away") })
        clock.advance(by: .seconds(60))
        _ = try await client.send(Endpoint { GET("/z") })
        let sent = stub.requests.map { $0.fields[.cookie] }
        #expect(sent == [nil, "sid=s3cr3t", "sid=s3cr3t", "sid=s3cr3t", nil, nil])
        #expect(stub.requests[1].fields.description.contains("Cookie: <redacted>"))
    }

    @Test("What comes with a failure is kept, and what the endpoint declares goes first")
    func declared() async throws {
        let stub = Self.stub()
        let jar = CookieJar()
        let client = Client("http://a.example", transport: stub, clock: clock) { Cookies(jar) }
        _ = await client.call(Endpoint { GET("/fail") }).result
        jar.set(Cookie("a", "2", domain: "a.example"))
        _ = try await client.send(
            Endpoint {
                GET("/z"); Header(.cookie, "a=1; b=3")
            })
        #expect(stub.requests[1].fields.values(of: .cookie) == ["a=1; b=3; trace=1"])
    }

    @Test("Cookies that a server repeats, in a body or where it points to, are in no log and no error")
    func repeated() async {
        let stub = StubTransport { request throws(TransportError) in
            let cookie = request.fields[.cookie] ?? ""
            return HTTPResponse(status: 500, body: HTTPBody("you sent \(cookie.replacing("; ", with: " and "))"))
        }
        let jar = CookieJar()
        jar.set(Cookie("a", "f1rst-s3cret", domain: "a.example"))
        jar.set(Cookie("b", "f1rst-s3cret-and-more", domain: "a.example"))
        let lines = Lines()
        let client = Client("http://a.example", transport: stub, clock: clock) {
            Log(.full) { lines.append($0) }
            Cookies(jar)
        }
        let result = await client.call(Endpoint { GET("/x") }).result
        #expect(!"\(result)\(lines.all)".contains("s3cret") && "\(lines.all)".contains("<redacted>"))
        #expect(!"\(lines.all)".contains("-and-more"))
    }

    @Test("The plan says what is added, and finds a place that misses redirects")
    func plan() {
        func plan(_ plugins: [any Plugin]) -> RequestPlan {
            Client("http://a.example", transport: Self.stub()) { plugins }.plan(for: Endpoint { GET("/x") })
        }
        let fine = plan([Cookies()])
        #expect(fine.plugins == ["follow redirects, at most 20", "cookies in memory"])
        #expect(fine.changes.map(\.description) == ["Cookie: <cookies of the jar> (cookies in memory)"])
        #expect(fine.problems.isEmpty && plan([FollowRedirects(), Cookies()]).problems.isEmpty)
        #expect(plan([Cookies(), FollowRedirects()]).problems.count == 1)
        #expect(plan([Cookies(), Cookies()]).problems.count == 1)
    }
}
