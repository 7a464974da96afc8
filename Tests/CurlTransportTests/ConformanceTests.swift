import ApusCurl
import ApusTesting
import Testing

@Test(arguments: TransportConformance.checks)
func `libcurl does what is expected of a transport`(check: ConformanceCheck) async throws {
    try await check.run(transport())
}
