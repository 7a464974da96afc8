import Dispatch
import Foundation

/// Runs a line as a person who pastes it into a POSIX shell would.
struct Shell {
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Whether a command is there to be run.
    static func has(_ command: String) -> Bool {
        (try? Shell().run("command -v \(command)").status) == 0
    }

    /// The working directory, in which an injected command would leave its traces.
    let directory: URL?

    init(in directory: URL? = nil) {
        self.directory = directory
    }

    /// Runs the line and waits for its end; nothing of the environment but the path goes in.
    func run(_ line: String) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = []
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C"]
        if let directory { process.currentDirectoryURL = directory }
        let input = Pipe()
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // The line goes in by standard input, as pasted text does: as an argument it could not be long.
        DispatchQueue.global().async {
            try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
            try? input.fileHandleForWriting.close()
        }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }
}
