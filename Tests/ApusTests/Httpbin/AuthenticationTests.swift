import Apus
import Testing

@Suite(.needsHttpbin) struct AuthenticationTests {
    struct Welcome: Decodable, Sendable, Equatable {
        let authenticated: Bool
        let user: String?
        let token: String?
    }

    /// The endpoint at a path with the user's name and the password that the server wants.
    private func endpoint(
        _ kind: String, _ user: String, _ password: String, sending credentials: Basic?
    ) -> Endpoint<Welcome, EndpointError<Never>> {
        Endpoint {
            GET("/\(kind)/\("user", user)/\("password", password)")
            if let credentials { credentials }
            Decode(Welcome.self)
        }
    }

    private func status(_ result: Result<Welcome, EndpointError<Never>>) -> HTTPStatus? {
        guard case .failure(.unexpected(let response, _)) = result else { return nil }
        return response.status
    }

    static let pairs = [("apus", "swift"), ("pätrick", "pass wörd & 日本 %41+"), ("u", ":a:b:")]

    @Test("The right user and password are let in", arguments: ["basic-auth", "hidden-basic-auth"], pairs)
    func right(kind: String, pair: (String, String)) async throws {
        let welcome = try await httpbin.send(
            endpoint(kind, pair.0, pair.1, sending: Basic(pair.0, pair.1)))
        #expect(welcome.authenticated)
        #expect(welcome.user == pair.0)
    }

    @Test("Wrong and missing credentials are the server's answer, given once")
    func wrong() async {
        for credentials in [Basic("apus", "wrong"), nil] {
            let call = httpbin.call(endpoint("basic-auth", "apus", "swift", sending: credentials))
            let outcome = await call.outcome()
            #expect(status(outcome.result) == 401)
            #expect(outcome.response?.fields[.wwwAuthenticate]?.hasPrefix("Basic") == true)
            #expect(outcome.attempts.count == 1)
            let hidden = await httpbin.call(
                endpoint("hidden-basic-auth", "apus", "swift", sending: credentials)
            ).result
            #expect(status(hidden) == 404)
        }
    }

    @Test("A bearer token is taken, and its lack is a 401")
    func bearer() async throws {
        let welcome = try await httpbin.send(
            Endpoint {
                GET("/bearer")
                Bearer("t0ken-._~+/=")
                Decode(Welcome.self)
            })
        #expect(welcome == Welcome(authenticated: true, user: nil, token: "t0ken-._~+/="))
        #expect(
            status(
                await httpbin.call(
                    Endpoint {
                        GET("/bearer")
                        Decode(Welcome.self)
                    }
                ).result) == 401)
    }

    @Test("A challenge for digest authentication is an answer like any other")
    func digest() async {
        let outcome = await httpbin.call(
            Endpoint {
                GET("/digest-auth/auth/apus/swift")
                Basic("apus", "swift")
                Decode(Welcome.self)
            }
        ).outcome()
        #expect(status(outcome.result) == 401)
        #expect(outcome.response?.fields[.wwwAuthenticate]?.hasPrefix("Digest") == true)
        #expect(outcome.attempts.count == 1)
    }

    @Test("Credentials in a group go with each of its requests, and no further")
    func group() async throws {
        let secured = EndpointGroup { Basic("apus", "swift") }
        let welcome = try await httpbin.send(
            secured {
                GET("/basic-auth/apus/swift")
                Decode(Welcome.self)
            })
        #expect(welcome.authenticated)
        let other = try await httpbin.send(
            Endpoint {
                GET("/get")
                Decode(Echo.self)
            })
        #expect(other.headers["Authorization"] == nil)
    }
}
