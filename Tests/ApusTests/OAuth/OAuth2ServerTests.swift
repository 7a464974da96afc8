import Apus
import Foundation
import Locking
import Testing

/// Against a server of authlib's, over a real socket.
@Suite(.needsOAuth, .timeLimit(.minutes(5))) struct OAuth2ServerTests {
    struct Owner: Decodable, Sendable { let client: String }
    struct Count: Decodable, Sendable { let count: Int }

    /// A client that no other test is.
    private let id = "app-\(UUID().uuidString)"
    private let server = Client(RealServers.oauth)
    private let resource = Endpoint {
        GET("/resource"); Decode(Owner.self)
    }

    private func client(_ grant: OAuth2Grant = .clientCredentials, secret: String? = nil) -> Client {
        Client(RealServers.oauth) {
            Authenticate(
                .oauth2(
                    "\(RealServers.oauth ?? "")/token", clientID: id, clientSecret: secret ?? "secret-of-\(id)",
                    grant: grant))
        }
    }

    private func count() async throws -> Int {
        try await server.send(
            Endpoint {
                GET("/count"); Query("client", id); Decode(Count.self)
            }
        ).count
    }

    private func tell(_ command: String, on: Int? = nil) async throws {
        try await server.send(
            Endpoint {
                POST("/\("command", command)"); Query("client", id); Query("on", on); DecodeNothing()
            })
    }

    @Test("200 calls with an expired token give exactly one refresh", arguments: [0, 1])
    func one(index: Int) async throws {
        let client = client(index == 0 ? .clientCredentials : .refreshToken("refresh-of-\(id)"))
        #expect(try await client.send(resource).client == id)
        for round in 2...3 {
            try await tell("expire")
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<200 { group.addTask { try await client.send(resource).client } }
                for try await owner in group { #expect(owner == id) }
            }
            #expect(try await count() == round)
        }
    }

    @Test("A refused refresh fails all 200 with its own error, and the next call tries anew")
    func refused() async throws {
        let client = client()
        _ = try await client.send(resource)
        try await tell("expire")
        try await tell("refuse", on: 1)
        await withTaskGroup(of: OAuth2Error?.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    guard case .failure(.transport(let error)) = await client.call(resource).result else { return nil }
                    return error.underlying as? OAuth2Error
                }
            }
            for await error in group { #expect(error?.code == "invalid_client") }
        }
        try await tell("refuse", on: 0)
        #expect(try await client.send(resource).client == id)
    }

    @Test("A secret that is wrong is the server's refusal, and stands in no text")
    func wrongSecret() async throws {
        let client = client(secret: "s3cr3t-that-is-wrong")
        let result = await client.call(resource).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("it was let in")
            return
        }
        let refused = try #require(error.underlying as? OAuth2Error)
        #expect(refused.code == "invalid_client" && refused.status.isClientError)
        var dumped = "\(result)\(client.plan(for: resource))"
        dump(result, to: &dumped)
        #expect(!dumped.contains("s3cr3t"))
    }

    @Test("A refresh token that was used is refused by the server, so the one that took its place is used")
    func rotation() async throws {
        let told = Mutex<[String]>([])
        let client = Client(RealServers.oauth) {
            Authenticate(
                .oauth2(
                    "\(RealServers.oauth ?? "")/token", clientID: id, clientSecret: "secret-of-\(id)",
                    grant: .refreshToken("refresh-of-\(id)"), clientAuthentication: .body
                ) { token in told.withLock { $0.append(token.reveal() ?? "") } })
        }
        for _ in 0..<3 {
            #expect(try await client.send(resource).client == id)
            try await tell("expire")
        }
        #expect(Set(told.withLock { $0 }).count == 3)
        let old = self.client(.refreshToken("refresh-of-\(id)"))
        guard case .failure(.transport(let error)) = await old.call(resource).result else {
            Issue.record("the used token was taken")
            return
        }
        #expect((error.underlying as? OAuth2Error)?.code == "invalid_grant")
    }
}
