import Foundation
import TestSupport
import Testing

/// Promises and observables are what anybody could write: they need nothing of the core that is not public.
@Suite struct AdapterSeamTests {
    @Test(
        "The adapters compile in a package of another name, which sees what is public alone",
        .enabled(if: BuiltModules.canCompile), arguments: ["Promise", "Observable"])
    func compilesElsewhere(folder: String) async throws {
        let output = try await compile(folder, package: "elsewhere", adding: [])
        #expect(output.status == 0, "\(output.text)\(output.errors)")
    }

    @Test("Something that is not public is seen to be refused", .enabled(if: BuiltModules.canCompile))
    func refusesMore() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "apus-seam-\(UUID()).swift")
        try Data("import ApusCore\nfunc look(_ plan: RequestPlan) { _ = PlanBox(plan) }\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try await compile("Promise", package: "elsewhere", adding: [file.path])
        #expect(output.status != 0)
    }

    private func compile(_ folder: String, package: String, adding more: [String]) async throws -> Command.Output {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let sources = root.appending(path: "Sources/\(folder)")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".swift") }
        try #require(files.count > 10)
        let compiler = try #require(BuiltModules.compiler)
        let features = ["ExistentialAny", "InternalImportsByDefault"].flatMap { ["-enable-upcoming-feature", $0] }
        let arguments =
            ["-typecheck", "-module-name", "Apus\(folder)", "-package-name", package, "-swift-version", "6"]
            + features + BuiltModules.searchArguments + files.sorted() + more
        return try await Command(compiler, arguments).run()
    }
}
