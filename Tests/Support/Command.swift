package import Foundation

/// Another program, run to its end without keeping a thread waiting: tests share a thread for each processor.
package struct Command: Sendable {
    /// What the program left.
    package struct Output: Sendable {
        /// Its exit status.
        package let status: Int32
        /// What it wrote to standard output.
        package let text: String
        /// What it wrote to standard error.
        package let errors: String
    }

    private let program: URL
    private let arguments: [String]
    private let environment: [String: String]?
    private let directory: URL?

    /// A program with its arguments; with this process's environment and directory where none are given.
    package init(
        _ program: URL, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: URL? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
    }

    /// Where a program of a name is in `PATH`, nil where it is not.
    package static func find(_ name: String) -> URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs the program with the input given. All goes through files, since pipes fill up.
    package func run(input: Data = Data()) async throws -> Output {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-command-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map(folder.appendingPathComponent)
        for file in files { try (file == files[0] ? input : Data()).write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        if let environment { process.environment = environment }
        if let directory { process.currentDirectoryURL = directory }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try await Self.end(of: process)
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Output(status: process.terminationStatus, text: texts[1], errors: texts[2])
    }

    private static func end(of process: Process) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
