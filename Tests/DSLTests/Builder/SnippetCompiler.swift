import Foundation
import TestSupport

/// Type-checks snippets against the modules of the build that runs the tests.
enum SnippetCompiler {
    struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
        /// The line in the snippet, from 1.
        let line: Int
        let severity: String
        let message: String
        var description: String { "\(line): \(severity): \(message)" }
    }

    struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    /// What the compiler says about each snippet. All go through one process: each on its own would take a second.
    static func diagnostics(of snippets: [String: String]) async throws -> [String: [Diagnostic]] {
        guard BuiltModules.folder != nil, let compiler = BuiltModules.compiler else {
            throw Unavailable(description: "no modules or no swiftc")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-snippets-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = snippets.keys.sorted()
        var files = [try write(support, to: "Support", in: folder)]
        for (index, name) in names.enumerated() {
            files.append(try write(framed(snippets[name] ?? "", index), to: "Snippet\(index)", in: folder))
        }
        let command = Command(
            compiler,
            ["-typecheck", "-wmo", "-swift-version", "6", "-diagnostic-style=llvm", "-no-color-diagnostics"]
                + ["-module-name", "Snippets"] + BuiltModules.searchArguments + files)
        let output = try await command.run().errors
        var found: [String: [Diagnostic]] = [:]
        for line in output.split(whereSeparator: \.isNewline) {
            guard let (file, diagnostic) = parsed(String(line)) else { continue }
            let name = file.hasPrefix("Snippet") ? Int(file.dropFirst(7)).map { names[$0] } ?? file : file
            found[name, default: []].append(diagnostic)
        }
        return found
    }
}

extension SnippetCompiler {
    /// What the snippets use, besides `flag`, `count` and `name`.
    private static let support = """
        struct Value: Codable { var a = 1 }
        struct Other: Codable {}
        struct Problem: Codable {}
        struct Missing: Codable {}
        struct Plain {}
        enum Outcome { case made(Value), other(Other) }
        """

    private static func framed(_ snippet: String, _ index: Int) -> String {
        """
        import ApusCore; import ApusDSL
        func snippet\(index)(flag: Bool, count: Int, name: String?) {
        \(snippet)
        }
        """
    }

    private static let linesBefore = 2

    private static func write(_ text: String, to name: String, in folder: URL) throws -> String {
        let file = folder.appendingPathComponent("\(name).swift")
        try Data((text + "\n").utf8).write(to: file)
        return file.path
    }

    /// `…/Snippet3.swift:5:2: error: text`; notes are left out, since they are about the package's own code.
    private static func parsed(_ line: String) -> (file: String, Diagnostic)? {
        for severity in ["error", "warning"] {
            guard let mark = line.range(of: ": \(severity): ") else { continue }
            let place = line[..<mark.lowerBound].split(separator: ":")
            let message = String(line[mark.upperBound...])
            guard place.count >= 3, let number = Int(place[place.count - 2]) else {
                return ("", Diagnostic(line: 0, severity: severity, message: message))
            }
            let file = URL(fileURLWithPath: String(place[place.count - 3])).deletingPathExtension().lastPathComponent
            return (file, Diagnostic(line: number - linesBefore, severity: severity, message: message))
        }
        return nil
    }
}
