import ApusTesting
import ApusURLSession
import Testing

struct ConformanceTests {
    /// What FoundationNetworking 6.3 does not survive; `FatalResponseTests` tells when it does.
    private static let fatal: Set<String> = [
        "Trailers after a body in chunks do no harm", "A head that is cut off is a lost connection",
    ]

    private static var checks: [ConformanceCheck] {
        #if canImport(FoundationNetworking)
        TransportConformance.checks.filter { !fatal.contains($0.name) }
        #else
        TransportConformance.checks
        #endif
    }

    @Test("URLSessionTransport conforms", arguments: checks)
    func conforms(to check: ConformanceCheck) async throws {
        try await check.run(URLSessionTransport())
    }

    @Test("The checks left out are checks that there are")
    func leftOut() {
        #expect(Self.fatal.isSubset(of: TransportConformance.checks.map(\.name)))
    }
}
