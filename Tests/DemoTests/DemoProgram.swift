import Foundation

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

    /// What the program said once it has ended. Files rather than pipes, which fill up.
    static func run(_ arguments: String...) async throws -> Output {
        try await run(arguments)
    }

    /// The same, with the words in a list.
    static func run(_ arguments: [String]) async throws -> Output {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-demo-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try ["out", "err"].map { name in
            let file = folder.appendingPathComponent(name)
            try Data().write(to: file)
            return try FileHandle(forWritingTo: file)
        }
        let process = Process()
        process.executableURL = try find()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0]
        process.standardError = files[1]
        let start = ContinuousClock.now
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        let time = ContinuousClock.now - start
        let texts = try ["out", "err"].map { name in
            String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }
        return Output(
            status: process.terminationStatus, text: texts[0], errors: texts[1], seconds: time / .seconds(1))
    }
}
