import Apus
import Foundation
import Testing

@Suite(.needsHttpbin) struct CredentialTests {
    typealias Welcome = AuthenticationTests.Welcome

    private func client(_ authentication: Authentication) -> Client {
        Client(RealServers.httpbin) { Authenticate(authentication) }
    }

    @Test(
        "Digest is answered, by each algorithm that httpbin knows",
        arguments: ["MD5", "SHA-256"], ["auth", "auth-int"])
    func digest(algorithm: String, protection: String) async throws {
        let client = client(.digest("apus", "swift"))
        let endpoint = Endpoint {
            GET("/digest-auth/\("protection", protection)/apus/swift/\("algorithm", algorithm)"); Decode(Welcome.self)
        }
        let reply = try await client.call(endpoint).reply
        #expect(reply.value.authenticated && reply.value.user == "apus")
        #expect(reply.attempts.compactMap { try? $0.outcome.get().code } == [401, 200])
    }

    @Test("Where no algorithm is named it is MD5, and the next call uses the nonce again")
    func again() async throws {
        let client = client(.digest("apus", "swift"))
        let endpoint = Endpoint {
            GET("/digest-auth/auth/apus/swift"); Decode(Welcome.self)
        }
        let first = try await client.call(endpoint).reply
        let second = try await client.call(endpoint).reply
        #expect(first.value.authenticated && second.value.authenticated)
        #expect(first.attempts.count == 2 && second.attempts.count == 1)
    }

    @Test("A wrong password is refused")
    func wrong() async {
        let outcome = await client(.digest("apus", "wrong")).call(
            Endpoint {
                GET("/digest-auth/auth/apus/swift"); Decode(Welcome.self)
            }
        ).outcome()
        #expect(outcome.response?.status == 401 && outcome.attempts.count == 2)
    }

    @Test("A nonce that is stale after every request is replaced each time")
    func stale() async throws {
        let client = client(.digest("apus", "swift"))
        let endpoint = Endpoint {
            GET("/digest-auth/auth/apus/swift/MD5/1"); Decode(Welcome.self)
        }
        for _ in 0..<3 { #expect(try await client.send(endpoint).authenticated) }
    }

    @Test("Basic, open and hidden, and bearer", arguments: ["basic-auth", "hidden-basic-auth"])
    func basic(kind: String) async throws {
        let welcome = try await client(.basic("pätrick", "pass wörd")).send(
            Endpoint {
                GET("/\(kind)/\("user", "pätrick")/\("password", "pass wörd")"); Decode(Welcome.self)
            })
        #expect(welcome.authenticated && welcome.user == "pätrick")
        let token = try await client(.bearer { _ in BearerToken("t0ken") }).send(
            Endpoint {
                GET("/bearer"); Decode(Welcome.self)
            })
        #expect(token.token == "t0ken")
    }
}
