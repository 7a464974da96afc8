import Foundation

/// Runs a line in `/bin/sh`, with nothing but `PATH` in its environment.
enum Shell {
    struct Output: Sendable {
        let status: Int32
        let standardOutput: String
        let standardError: String
    }

    /// The output of the line once the shell has ended. Files rather than pipes, which fill up.
    static func run(_ line: String) async throws -> Output {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-shell-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try ["out", "err"].map { name in
            let file = folder.appendingPathComponent(name)
            try Data().write(to: file)
            return try FileHandle(forWritingTo: file)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line]
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0]
        process.standardError = files[1]
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        let texts = try ["out", "err"].map { name in
            String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }
        return Output(status: process.terminationStatus, standardOutput: texts[0], standardError: texts[1])
    }
}
