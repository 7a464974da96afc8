import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Testing

@Suite struct UserAgentTests {
    private let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }

    @Test(
        "A product, its version and its comment, escaped",
        arguments: [
            (UserAgent("MyApp", library: false), "MyApp"),
            (UserAgent("MyApp", version: "1.2", library: false), "MyApp/1.2"),
            (UserAgent("MyApp", version: "1.2", comment: "build 7", library: false), "MyApp/1.2 (build 7)"),
            (UserAgent("a", comment: "(b\\c)", library: false), #"a (\(b\\c\))"#),
            (UserAgent("a", comment: "", library: false), "a"),
        ])
    func values(agent: UserAgent, value: String) {
        #expect(agent.value == value)
    }

    @Test("Apus and the system are named after it, the release as the changelog has it, and no host name")
    func library() throws {
        let value = UserAgent("MyApp", version: "1.2").value
        let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let changelog = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let release = try #require(changelog.firstMatch(of: #/\n## (\d+\.\d+\.\d+)/#)).1
        #expect(value.hasPrefix("MyApp/1.2 Apus/\(release) ("))
        #expect(value.contains(#/ \([A-Za-z]+ \d+\.\d+\)$/#))
        #expect(!value.contains(ProcessInfo.processInfo.hostName))
    }

    @Test("What is shown is what is sent, and a declared one stays")
    func sends() async throws {
        let agent = UserAgent("MyApp", version: "1.2")
        let client = Client("http://a.example", transport: stub) { agent }
        let plain = Endpoint { GET("/x") }
        let declared = Endpoint {
            GET("/x"); Header("user-agent", "mine")
        }
        _ = try await client.send(plain)
        _ = try await client.send(declared)
        #expect(stub.requests.map { $0.fields.values(of: .userAgent) } == [[agent.value], ["mine"]])
        #expect(client.plan(for: plain).changes.map(\.effective) == [agent.value])
        #expect(client.plan(for: declared).changes.isEmpty)
        #expect(client.plan(for: plain).plugins.first == "user agent MyApp/1.2")
    }

    @Test("What is no token, a control character and a second one are problems")
    func problems() {
        let client = Client("http://a.example", transport: stub) {
            UserAgent("My App", version: "", comment: "a\nb")
            UserAgent("b")
        }
        let words = client.plan(for: Endpoint { GET("/x") }).problems.map(\.description)
        #expect(words.count == 4)
        #expect(
            words.first == #"plugin 'UserAgent' "My App": it is not a token: use letters, digits and !#$%&'*+-.^_`|~"#)
        #expect(words.last == "plugin 'UserAgent': it is there twice: list it once")
    }
}
