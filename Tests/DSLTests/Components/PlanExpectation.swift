import ApusCore
import Testing

/// Expects a plan to have exactly this text; the line end that each plan closes with is added here.
func expectPlan(
    _ endpoint: Endpoint<some Sendable, some Error>, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(endpoint.plan.description == text + "\n", sourceLocation: sourceLocation)
}
