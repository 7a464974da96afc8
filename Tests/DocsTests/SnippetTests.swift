import Foundation
import TestSupport
import Testing

/// The Swift code in the README and the articles compiles.
@Suite struct SnippetTests {
    @Test(
        "Every Swift block of the documents compiles",
        .enabled(if: BuiltModules.canCompile, "there is no swiftc in PATH, or no Modules folder beside the test"))
    func everyBlockCompiles() async throws {
        let documents = try Document.all()
        for failure in try await SnippetCompiler.failures(in: documents) {
            Issue.record(failure)
        }
    }

    @Test(
        "A block that does not compile is reported at its line in the document",
        .enabled(if: BuiltModules.canCompile, "there is no swiftc in PATH, or no Modules folder beside the test"))
    func wrongBlockIsReported() async throws {
        let document = Document(path: "/Wrong.md", text: Self.wrong)
        let failures = try await SnippetCompiler.failures(in: [document])
        #expect(
            failures.map(\.description) == [
                "/Wrong.md:6:5: cannot find 'nobody' in scope", "/Wrong.md:16:5: cannot find 'GET' in scope",
            ])
    }

    @Test("A block names its language, and its reason where it is not compiled")
    func everyBlockHasALanguage() throws {
        for document in try Document.all() {
            for block in document.blocks {
                let known = ["swift", "text", "console"].contains(block.language)
                let place = "\(document.path):\(block.line)"
                #expect(known, "\(place): begin the block with ```swift, ```text or ```console")
                #expect(block.excuse == nil || block.language == "swift", "\(place): only Swift needs a reason")
            }
        }
    }

    @Test("The documents are found, and so are their blocks")
    func documentsAreFound() throws {
        let documents = try Document.all()
        #expect(documents.count == 17)
        for document in documents where !document.path.hasSuffix("/Apus.md") {
            #expect(document.blocks.contains { $0.language == "swift" && $0.excuse == nil }, "\(document.path)")
        }
    }

    /// The block on line 10 has its excuse, and the last one imports nothing that has a `GET`.
    private static let wrong = """
        # Wrong

        ```swift
        import Apus
        let endpoint = Endpoint { GET("/") }
        _ = nobody
        ```

        <!-- not compiled: it is wrong on purpose -->
        ```swift
        _ = nobody
        ```

        ```swift
        import ApusCore
        _ = GET("/")
        ```
        """
}

extension Issue {
    /// An issue at a place in a document.
    fileprivate static func record(_ failure: SnippetCompiler.Failure) {
        let name = URL(filePath: failure.path).lastPathComponent
        let place = SourceLocation(
            fileID: "Docs/\(name)", filePath: failure.path, line: failure.line, column: failure.column)
        record("\(failure)", sourceLocation: place)
    }
}
