/// A block as a file of its own that the compiler takes, its errors placed in the document.
///
/// Its imports go to the top; a block without any gets the usual ones. What then stands in the block decides what is
/// put around it: nothing around extensions, a type around tests, else an asynchronous function that may throw.
struct SnippetSource {
    let text: String

    init(_ block: Document.Block, of document: Document, name: String) {
        let lines = block.code.split(separator: "\n", omittingEmptySubsequences: false)
        let isImport = { (line: Substring) in line.hasPrefix("import ") }
        let imports = lines.filter(isImport)
        // An empty line for each import, so that the others keep their numbers.
        let code = lines.map { isImport($0) ? "" : $0 }.joined(separator: "\n")
        let (head, tail) =
            if lines.contains(where: { $0.hasPrefix("extension ") }) {
                ("", "")
            } else if lines.contains(where: { $0.hasPrefix("@Test") }) {
                ("struct \(name) {", "}")
            } else {
                ("func \(name.lowercased())() async throws {", "}")
            }
        text = """
            \(imports.isEmpty ? Self.usualImports : imports.joined(separator: "\n"))
            \(head)
            #sourceLocation(file: "\(document.path)", line: \(block.line + 1))
            \(code)
            #sourceLocation()
            \(tail)

            """
    }

    private static let usualImports = "import Apus\nimport Dispatch\nimport Foundation"
}
