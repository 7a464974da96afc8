import Foundation
import Testing

/// Type-checks the Swift blocks of documents against the modules of the build that runs the test.
enum SnippetCompiler {
    struct Failure: CustomStringConvertible {
        let path: String
        let line: Int
        let column: Int
        let message: String

        var description: String { "\(path):\(line):\(column): \(message)" }
    }

    struct Tools {
        let swiftc: URL
        let modules: URL
    }

    /// The compiler and the folder with `ApusCore.swiftmodule`; nil where either is not at hand.
    static let tools: Tools? = {
        guard let swiftc, let modules else { return nil }
        return Tools(swiftc: swiftc, modules: modules)
    }()

    /// What is wrong with the blocks, in one run of the compiler: a file a block, `Prelude.swift` beside them.
    static func failures(in documents: [Document], using tools: Tools) async throws -> [Failure] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-docs-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files = [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Prelude.swift")]
        for document in documents {
            for block in document.blocks where block.language == "swift" && block.excuse == nil {
                let name = "Block\(files.count)"
                files.append(folder.appending(path: "\(name).swift"))
                let source = SnippetSource(block, of: document, name: name)
                try Data(source.text.utf8).write(to: files[files.count - 1])
            }
        }
        let arguments =
            [
                "-typecheck", "-parse-as-library", "-module-name", "Snippets", "-swift-version", "6",
                "-enable-upcoming-feature", "MemberImportVisibility",
                "-whole-module-optimization", "-suppress-warnings", "-diagnostic-style=llvm",
                "-no-color-diagnostics", "-I", tools.modules.path,
                "-module-cache-path", tools.modules.deletingLastPathComponent().appending(path: "ModuleCache").path,
            ] + testingPlugin(beside: tools.swiftc) + files.map(\.path)
        let (status, output) = try await run(tools.swiftc, arguments, in: folder)
        let failures = output.split(separator: "\n").compactMap(failure)
        if status != 0, failures.isEmpty {
            return [Failure(path: tools.swiftc.path, line: 1, column: 1, message: output)]
        }
        return failures
    }
}

extension SnippetCompiler {
    private static var swiftc: URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { URL(filePath: "\($0)/swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// It stands beside the test's executable, or one or two folders up, by build system and configuration.
    private static var modules: URL? {
        #if os(Linux)
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        for _ in 0..<3 {
            folder.deleteLastPathComponent()
            for candidate in [folder.appending(path: "Modules"), folder]
            where FileManager.default.fileExists(atPath: candidate.appending(path: "ApusCore.swiftmodule").path) {
                return candidate
            }
        }
        #endif
        return nil
    }

    /// Where the macros of Swift Testing are, which the compiler does not look for by itself.
    private static func testingPlugin(beside swiftc: URL) -> [String] {
        let prefix = swiftc.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
        return ["-plugin-path", prefix.appending(path: "lib/swift/host/plugins/testing").path]
    }

    /// The output goes to a file, so that no thread waits for it.
    private static func run(_ program: URL, _ arguments: [String], in folder: URL) async throws -> (Int32, String) {
        let log = folder.appending(path: "output.txt")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    /// `PATH:LINE:COLUMN: error: MESSAGE`
    private static func failure(in line: Substring) -> Failure? {
        guard let match = line.wholeMatch(of: /(.+?):(\d+):(\d+): error: (.*)/),
            let number = Int(match.2), let column = Int(match.3)
        else { return nil }
        return Failure(path: String(match.1), line: number, column: column, message: String(match.4))
    }
}
