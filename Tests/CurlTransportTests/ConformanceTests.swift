import ApusCurl
import ApusTesting
import Testing

@Test(arguments: TransportConformance.checks)
func `libcurl does what is expected of a transport`(check: ConformanceCheck) async throws {
    // The checks say when a peer acts; beside many other tests that can take longer than a connection may by default.
    try await check.run(transport { $0.connectTimeout = .seconds(60) })
}
