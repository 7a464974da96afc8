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

    struct NotFound: Error, CustomStringConvertible {
        let description: String
    }

    /// Beside the test bundle, and so of the same configuration and with the same sanitizers.
    ///
    /// Swift Testing runs in the test bundle's own process on Linux, and in a helper that is given the bundle on Apple
    /// platforms.
    static func find() throws -> URL {
        let arguments = CommandLine.arguments
        var places = [URL(fileURLWithPath: arguments[0]).deletingLastPathComponent()]
        if let executable = Bundle.main.executableURL { places.append(executable.deletingLastPathComponent()) }
        for argument in arguments.dropFirst() where argument.contains(".xctest") {
            let bundle = argument.prefix { $0 != "\0" }.components(separatedBy: ".xctest")[0]
            places.append(URL(fileURLWithPath: bundle).deletingLastPathComponent())
        }
        for place in places {
            let program = place.appendingPathComponent("Demo")
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
        throw NotFound(description: "there is no Demo in \(places.map(\.path))")
    }

    /// What the program said once it has ended.
    static func run(_ arguments: String...) async throws -> Output {
        try await run(arguments)
    }

    /// The same, with the words in a list.
    static func run(_ arguments: [String]) async throws -> Output {
        let program = Command(try find(), arguments)
        let start = ContinuousClock.now
        let output = try await program.run()
        let time = ContinuousClock.now - start
        return Output(
            status: output.status, text: output.text, errors: output.errors, seconds: time / .seconds(1))
    }
}
