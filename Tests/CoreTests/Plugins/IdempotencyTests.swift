import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Testing

@Suite struct IdempotencyTests {
    private let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }

    @Test(
        "Methods that are not idempotent get a key, others don't", arguments: ["POST", "PATCH", "LOCK", "GET", "PUT"])
    func methods(method: String) async throws {
        let client = Client(transport: stub) { Idempotency() }
        let endpoint = Endpoint { Method(method, "http://a.example/x") }
        _ = try await client.send(endpoint)
        let key = stub.requests[0].fields[.idempotencyKey]
        #expect((key == nil) == ["GET", "PUT"].contains(method))
        #expect(client.plan(for: endpoint).changes.isEmpty == (key == nil))
        guard let key else { return }
        // A string of structured fields (RFC 9651 §3.3.3), and in it a UUID of version 4.
        #expect(key.first == "\"" && key.last == "\"")
        let text = String(key.dropFirst().dropLast())
        #expect(UUID(uuidString: text) != nil)
        #expect(Array(text)[14] == "4" && "89ab".contains(Array(text)[19]))
    }

    @Test("A key that is declared stays, and a bare one is bare")
    func declared() async throws {
        let client = Client(transport: stub) { Idempotency(quoted: false) }
        let declared = Endpoint {
            POST("http://a.example/x"); Header("Idempotency-Key", "mine")
        }
        _ = try await client.send(declared)
        _ = try await client.send(Endpoint { POST("http://a.example/x") })
        #expect(stub.requests[0].fields[.idempotencyKey] == "mine")
        #expect(stub.requests[1].fields[.idempotencyKey].flatMap { UUID(uuidString: $0) } != nil)
        #expect(client.plan(for: declared).changes.isEmpty)
    }

    @Test("Every method gets a key where that is asked for", arguments: ["GET", "PUT", "DELETE", "POST"])
    func forAll(method: String) async throws {
        let client = Client(transport: stub) { Idempotency(forAll: true) }
        let endpoint = Endpoint { Method(method, "http://a.example/x") }
        _ = try await client.send(endpoint)
        #expect(stub.requests[0].fields[.idempotencyKey] != nil)
        #expect(
            client.plan(for: endpoint).changes.map(\.description) == [
                "Idempotency-Key: <a new UUID> (idempotency key for every method)"
            ])
    }

    @Test("The hops of a redirect share the key")
    func redirects() async throws {
        let stub = StubTransport { request throws(TransportError) in
            guard request.url.string.hasSuffix("/x") else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 307, fields: ["Location": "/y"])
        }
        let client = Client(transport: stub) { Idempotency() }
        _ = try await client.send(Endpoint { POST("http://a.example/x") })
        let keys = stub.requests.map { $0.fields[.idempotencyKey] }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    @Test("Keys that are drawn differ")
    func unique() async throws {
        let client = Client(transport: stub) { Idempotency() }
        for _ in 0..<100 { _ = try await client.send(Endpoint { POST("http://a.example/x") }) }
        #expect(Set(stub.requests.map { $0.fields[.idempotencyKey] }).count == 100)
    }
}
