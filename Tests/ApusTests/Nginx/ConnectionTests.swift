import Apus
import Testing

@Suite(.needsNginx) struct ConnectionTests {
    private let client = OwnConnections.client(RealServers.nginx)

    @Test("Calls one after the other share few connections")
    func sequential() async throws {
        var connections: Set<String> = []
        for _ in 0..<100 {
            let reply = try await client.call(
                Endpoint {
                    GET("/company.json")
                    Decode(Corporation.self)
                }
            ).reply
            connections.insert(try #require(reply.response.fields["X-Connection"]))
        }
        #expect(connections.count <= 2)
    }

    @Test("An error status keeps the connection")
    func errors() async throws {
        var connections: Set<String> = []
        for _ in 0..<50 {
            let response = try await client.send(
                Endpoint {
                    GET("/nowhere")
                    DecodeResponse()
                })
            #expect(response.status == 404)
            connections.insert(try #require(response.fields["X-Connection"]))
        }
        #expect(connections.count <= 2)
    }
}
