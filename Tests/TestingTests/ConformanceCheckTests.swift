import ApusCore
import ApusTesting
import Testing

struct ConformanceCheckTests {
    /// Answers everything at once and sends nothing.
    private struct Yes: Transport {
        func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(status: 200)
        }
    }

    /// Fails everything at once.
    private struct No: Transport {
        func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
            throw TransportError(.plugin)
        }
    }

    @Test("Every check fails for a transport that only says 200", arguments: TransportConformance.checks)
    func yes(check: ConformanceCheck) async {
        await #expect(throws: ConformanceFailure.self) { try await check.run(Yes()) }
    }

    @Test("Every check fails for a transport that only fails", arguments: TransportConformance.checks)
    func no(check: ConformanceCheck) async {
        await #expect(throws: ConformanceFailure.self) { try await check.run(No()) }
    }

    @Test("The names of the checks are sentences of their own")
    func names() {
        let names = TransportConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
