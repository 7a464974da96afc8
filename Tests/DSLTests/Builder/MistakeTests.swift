import TestSupport
import Testing

/// What a user sees who declares something wrong: the message, in the line of the mistake, and nothing before it.
@Suite(
    .enabled(
        if: BuiltModules.canCompile, "needs swiftc in PATH and the Modules folder of the build that runs the tests")
)
struct MistakeTests {
    /// The compiler runs once, for all snippets.
    private static let found = Task {
        let table = Mistake.all.map { ($0.name, $0.snippet) } + [("correct", correct)]
        return try await SnippetCompiler.diagnostics(of: Dictionary(table) { first, _ in first })
    }

    private static let correct = """
        let shared = EndpointGroup {
            BaseURL("https://api.example.com")
            if flag { Header("X-Flag", name) }
            Use(Log())
            OnError(404, Missing.self)
        }
        let inner = shared.group { Bearer("t") }
        _ = inner {
            Name("value.make")
            if let name { Query("name", name) } else { Query(flag: "anonymous") }
            for page in 0..<count { Query("page", page) }
            switch count {
            case 0: Timeout(.seconds(1))
            case 1: Without(Log.self)
            default: Use(Log())
            }
            if #available(macOS 15, *) { Tags("new") }
            POST("/values/\\("count", count)")
            Body(json: Value())
            Decode(201, Value.self, as: Outcome.made)
            Decode(202, Other.self, as: Outcome.other)
            OnError(Missing.self)
        }
        """

    @Test("A mistake is reported in its line, in words for the person who made it", arguments: Mistake.all)
    func reports(_ mistake: Mistake) async throws {
        let found = try await Self.found.value[mistake.name] ?? []
        let expected = mistake.expected
        #expect(!expected.isEmpty, "the snippet has no mark")
        #expect(found.map(\.line) == expected.map(\.line), "\(found)")
        for (diagnostic, wanted) in zip(found, expected) {
            #expect(diagnostic.severity == "error")
            #expect(diagnostic.message.hasSuffix(wanted.message))
        }
    }

    @Test("A correct declaration compiles without a word, so that the errors are about the mistakes")
    func acceptsWhatIsCorrect() async throws {
        let found = try await Self.found.value
        #expect(found["correct"] ?? [] == [])
        let names = Set(Mistake.all.map(\.name))
        #expect(names.count == Mistake.all.count, "two rows of one name")
        #expect(found.keys.filter { !names.contains($0) && $0 != "correct" } == [])
    }
}
