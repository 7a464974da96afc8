import Foundation

/// A Markdown file of the project with the fenced blocks in it.
struct Document {
    /// One fenced block. Lines count from 1.
    struct Block {
        let language: String
        let code: String
        /// The line of the opening fence; the code begins on the next.
        let line: Int
        /// Why the block is not compiled, nil where it is.
        let excuse: String?
    }

    let path: String
    let blocks: [Block]

    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The README and every article, sorted by path.
    static func all() throws -> [Document] {
        let catalog = root.appending(path: "Docs.docc")
        let articles = try FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }
        return try [read("README.md")] + articles.map(\.lastPathComponent).sorted().map { try read("Docs.docc/\($0)") }
    }

    static func read(_ relativePath: String) throws -> Document {
        let file = root.appending(path: relativePath)
        return Document(path: file.path, text: try String(contentsOf: file, encoding: .utf8))
    }

    init(path: String, text: String) {
        self.path = path
        var blocks: [Block] = []
        var open: (language: String, line: Int, code: [Substring])?
        var before = Substring()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open {
                open?.code.append(line)
                guard line == "```" else { continue }
                blocks.append(
                    Block(
                        language: block.language, code: block.code.joined(separator: "\n"), line: block.line,
                        excuse: Self.excuse(in: before)))
                open = nil
                before = ""
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), index + 1, [])
            } else if !line.isEmpty {
                before = line
            }
        }
        self.blocks = blocks
    }

    /// The reason in `<!-- not compiled: reason -->`.
    private static func excuse(in line: Substring) -> String? {
        guard let match = line.wholeMatch(of: /<!-- not compiled: (\S.*) -->/) else { return nil }
        return String(match.1)
    }
}
