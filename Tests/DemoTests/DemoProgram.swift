import Foundation
import TestSupport

/// The built `Demo`, run as a process of its own.
enum DemoProgram {
    struct Output: Sendable {
        let status: Int32
        let text: String
        let errors: String
        let seconds: Double

        var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    }

    /// What the program said once it has ended.
    static func run(_ arguments: String...) async throws -> Output {
        try await run(arguments)
    }

    /// The same, with the words in a list.
    static func run(_ arguments: [String]) async throws -> Output {
        let program = Command(try BuiltProgram.find("Demo"), arguments)
        let start = ContinuousClock.now
        let output = try await program.run()
        let time = ContinuousClock.now - start
        return Output(
            status: output.status, text: output.text, errors: output.errors, seconds: time / .seconds(1))
    }
}
