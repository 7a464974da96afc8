import Apus
import Testing

@Suite(.needsNginx, .timeLimit(.minutes(2))) struct RateLimitTests {
    @Test("Calls beyond nginx's limit get 429, wait, and all come through")
    func limited() async throws {
        let client = Client(RealServers.nginx) {
            Retry(.status(429), upTo: 50, .exponential(from: .milliseconds(50), to: .milliseconds(400)))
        }
        let company = Endpoint {
            GET("/limited.json")
            Decode(Corporation.self)
        }
        let attempts = try await withThrowingTaskGroup(of: [Attempt].self) { group in
            for _ in 0..<12 {
                group.addTask {
                    let reply = try await client.call(company).reply
                    #expect(reply.value == .example)
                    return reply.attempts
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let statuses = attempts.map { $0.compactMap { try? $0.outcome.get().code } }
        #expect(statuses.allSatisfy { $0.last == 200 && $0.dropLast().allSatisfy { $0 == 429 } })
        #expect(statuses.contains { $0.count > 1 })
    }

    @Test("Without a retry the 429 is the endpoint's to read")
    func notRepeated() async throws {
        let client = Client(RealServers.nginx)
        let company = Endpoint {
            GET("/limited.json"); DecodeResponse()
        }
        var statuses: Set<Int> = []
        for _ in 0..<50 where !statuses.contains(429) { statuses.insert(try await client.send(company).status.code) }
        #expect(statuses.contains(429))
    }
}
