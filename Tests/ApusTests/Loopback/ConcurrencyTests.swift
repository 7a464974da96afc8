import Apus
import LoopbackServer
import Testing

@Suite struct ConcurrencyTests {
    @Test("A hundred calls at once each get their own answer")
    func hundred() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.otherwise { .text("\($0.path) \($0.text)") }
        let client = Client(server.url)
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<100 {
                group.addTask {
                    let text = try await client.send(
                        Endpoint {
                            PUT("/items/\(number)")
                            Body(text: "body \(number)")
                            DecodeText()
                        })
                    return (number, text)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, "/items/\($0) body \($0)") }))
        #expect(Set(server.received.map(\.path)).count == 100)
        #expect(server.received.count == 100)
    }

    @Test("Calls one after the other share a connection")
    func sequential() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.otherwise { .text($0.target) }
        let client = OwnConnections.client(server.url)
        for number in 0..<50 {
            #expect(
                try await client.send(
                    Endpoint {
                        GET("/\(number)")
                        DecodeText()
                    }) == "/\(number)")
        }
        #expect(server.acceptedConnections <= 2)
    }

    @Test("Half of many calls cancelled leave the other half alone")
    func cancelledHalf() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("/slow") { _ in .script([.hang]) }
        server.on("/quick") { _ in .text("quick") }
        let client = Client(server.url)
        for _ in 0..<3 {
            let slow = (0..<3).map { _ in
                Task {
                    await client.call(
                        Endpoint {
                            GET("/slow")
                            DecodeText()
                        }
                    ).outcome()
                }
            }
            let quick = (0..<20).map { _ in
                Task {
                    await client.call(
                        Endpoint {
                            GET("/quick")
                            DecodeText()
                        }
                    ).result
                }
            }
            for task in quick { #expect(try await task.value.get() == "quick") }
            slow.forEach { $0.cancel() }
            for task in slow { #expect(await task.value.isCancelled) }
        }
        try await server.waitForRequests(60)
    }
}
