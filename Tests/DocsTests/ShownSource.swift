import Foundation
import Testing

/// The parts of a test's source that a document shows as well: what stands between two markers.
///
///     // shown in README.md
///     let client = Client("https://api.example.com")
///     // end
///
/// The code in the document is the same but for the indentation of the markers and the document's imports.
struct ShownSource {
    struct Part {
        let document: String
        let code: String
        let line: Int
    }

    let parts: [Part]

    init(of file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var parts: [Part] = []
        var open: (document: Substring, indent: Int, line: Int, code: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " }
            if let part = open {
                if content == "// end" {
                    let code = part.code.joined(separator: "\n")
                    parts.append(Part(document: String(part.document), code: code, line: part.line))
                    open = nil
                } else {
                    open?.code.append(line.dropFirst(part.indent))
                }
            } else if content.hasPrefix("// shown in ") {
                open = (content.dropFirst(12), line.count - content.count, index + 1, [])
            }
        }
        self.parts = parts
    }
}

/// What a test has printed in place of the standard output: `print` inside of it is this.
final class Printed {
    private(set) var text = ""

    func callAsFunction(_ item: Any) {
        text += "\(item)\n"
    }
}

extension Document.Block {
    /// The code without its imports and the empty lines after them.
    var codeWithoutImports: String {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
    }
}

extension Document {
    /// The block that follows the one with the code.
    func block(after code: String) -> Block? {
        guard let index = blocks.firstIndex(where: { $0.codeWithoutImports == code }) else { return nil }
        return blocks[(index + 1)...].first
    }
}
