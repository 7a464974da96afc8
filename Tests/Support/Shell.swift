package import Foundation

/// Runs a line as a person who pastes it into a POSIX shell would.
package enum Shell {
    /// The output of the line, run in a directory; nothing of the environment but the path goes in.
    ///
    /// The line goes in by standard input, as pasted text does: as an argument it could not be long.
    package static func run(_ line: String, in directory: URL? = nil) async throws -> Command.Output {
        let directory = directory ?? FileManager.default.temporaryDirectory
        let environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C",
            "HOME": directory.path,
        ]
        let shell = Command(URL(fileURLWithPath: "/bin/sh"), environment: environment, in: directory)
        return try await shell.run(input: Data((line + "\n").utf8))
    }
}
