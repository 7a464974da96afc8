import ApusCore
import TestSupport
import Testing

/// In a process of its own: the handler is the whole program's.
@Suite struct UnhandledFailuresTests {
    private struct Oops: Error, CustomStringConvertible {
        var description: String { "oops\nagain" }
    }

    @Test("A handler hears of what is reported and where it came from, but of no cancellation")
    func handler() async {
        await #expect(processExitsWith: .success) {
            let lines = Lines()
            UnhandledFailures.setHandler { lines.append("\($1): \($0)") }
            UnhandledFailures.report(Oops(), from: "promise")
            UnhandledFailures.report(CancellationError(), from: "promise")
            UnhandledFailures.report(EndpointError<Int>.cancelled, from: "promise")
            let heard = lines.all
            #expect(heard == ["promise: oops\nagain"])
        }
    }

    @Test("Without a handler, or when it is taken away, a line goes to standard error")
    func standardError() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            UnhandledFailures.setHandler { _, _ in }
            UnhandledFailures.setHandler(nil)
            UnhandledFailures.report(Oops(), from: "promise")
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(#"promise: a failure nobody handled: oops\nagain"# + "\n"))
    }
}
