/// What is expected of every transport, as a list of checks that any of them can be run through.
///
/// Run them against a transport of your own, in any test framework; each brings its own server on 127.0.0.1. Make a new
/// transport for each check, as connections that are left over from another belong to a server that is gone.
///
///     @Test(arguments: TransportConformance.checks)
///     func conforms(to check: ConformanceCheck) async throws {
///         try await check.run(PipeTransport())
///     }
///
/// Where a library below can't do what a check wants, leave the check out by its name and say so in the documentation.
public enum TransportConformance {
    /// Every check, in the order of a hop: request, response, policies left to plugins, limits, failures, cancellation.
    public static let checks: [ConformanceCheck] =
        requestChecks + bodyChecks + responseChecks + policyChecks + limitChecks + failureChecks + connectionChecks
        + cancellationChecks + progressChecks
}
