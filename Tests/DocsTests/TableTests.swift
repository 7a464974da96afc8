import Apus
import Foundation
import Testing

/// The tables of the articles say what the code does.
@Suite struct TableTests {
    @Test("The table of styles shows what each style writes", arguments: ParameterStyle.allCases)
    func styles(style: ParameterStyle) throws {
        let row = try #require(Self.rows(of: "DeclaringEndpoints.md").first { $0[0].hasPrefix("`.\(style)`") })
        let queries = [
            Query("tag", ["a", "b"], style: style), Query("f", ["x": 1], style: style),
            Query("f", [["x": 1]], style: style),
        ]
        #expect(row.count == 1 + queries.count)
        for (cell, declared) in zip(row.dropFirst(), queries) {
            let endpoint = Endpoint {
                GET("http://127.0.0.1/")
                declared
            }
            let query = try? endpoint.plan.request().url.query
            let brackets = query?.replacing("%5B", with: "[").replacing("%5D", with: "]")
            #expect(cell == brackets.map { "`\($0)`" } ?? "a problem")
        }
    }

    @Test("The table of transport errors says which are safe to retry", arguments: TransportError.Kind.allCases)
    func transportErrors(kind: TransportError.Kind) throws {
        let row = try #require(Self.rows(of: "WritingATransport.md").first { $0[0] == "`.\(kind)`" })
        #expect(row.last == (TransportError(kind).isSafeToRetry ? "yes" : "no"))
    }

    @Test("The table of mistakes has the compiler's words")
    func mistakes() throws {
        let folder = Document.root.appending(path: "Sources/DSL")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
        let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let rows = try Self.rows(of: "DeclaringEndpoints.md").drop { $0 != ["mistake", "message"] }.dropFirst()
        let messages = rows.prefix { $0.count == 2 && $0[0] != "part" }.map { $0[1] }
        #expect(messages.count == 10)
        for message in messages {
            let literal = "\"\(message.replacing("\"", with: "\\\""))\""
            #expect(sources.contains(literal), "\(message)")
        }
    }

    /// The cells of every table row of an article, heads included.
    private static func rows(of article: String) throws -> [[String]] {
        let file = Document.root.appending(path: "Docs.docc").appending(path: article)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
