import Foundation
import TestSupport
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

    /// What is wrong with the blocks, in one run of the compiler: a file a block, `Prelude.swift` beside them.
    static func failures(in documents: [Document]) async throws -> [Failure] {
        let compiler = try #require(BuiltModules.compiler)
        let modules = try #require(BuiltModules.folder)
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
                "-no-color-diagnostics",
                "-module-cache-path", modules.deletingLastPathComponent().appending(path: "ModuleCache").path,
            ] + BuiltModules.searchArguments + testingPlugin(beside: compiler) + files.map(\.path)
        let output = try await Command(compiler, arguments, in: folder).run()
        let failures = output.errors.split(separator: "\n").compactMap(failure)
        if output.status != 0, failures.isEmpty {
            return [Failure(path: compiler.path, line: 1, column: 1, message: output.errors)]
        }
        return failures
    }
}

extension SnippetCompiler {
    /// Where the macros of Swift Testing are, which the compiler does not look for by itself.
    private static func testingPlugin(beside swiftc: URL) -> [String] {
        let prefix = swiftc.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
        return ["-plugin-path", prefix.appending(path: "lib/swift/host/plugins/testing").path]
    }

    /// `PATH:LINE:COLUMN: error: MESSAGE`
    private static func failure(in line: Substring) -> Failure? {
        guard let match = line.wholeMatch(of: /(.+?):(\d+):(\d+): error: (.*)/),
            let number = Int(match.2), let column = Int(match.3)
        else { return nil }
        return Failure(path: String(match.1), line: number, column: column, message: String(match.4))
    }
}
