import LoopbackServer
import Testing

@Suite struct CommandLineTests {
    @Test("--help names every scenario and option", arguments: ["--help", "-h"])
    func help(word: String) async throws {
        let output = try await DemoProgram.run(word)
        #expect(output.status == 0)
        #expect(output.errors.isEmpty)
        for word in ["company", "search <text>", "accounts", "status <id>", "session", "plugins", "plan", "curl"] {
            #expect(output.text.contains(word))
        }
        for option in ["--base-url URL", "--json", "--via WAY"] { #expect(output.text.contains(option)) }
    }

    static let misuses: [([String], String)] = [
        (["birds"], "Demo: unknown word 'birds'; see Demo --help\n"),
        (["company", "17"], "Demo: unknown word '17' after 'company'; see Demo --help\n"),
        (["search", "a", "b"], "Demo: unknown word 'b' after 'search'; see Demo --help\n"),
        (["--verbose"], "Demo: unknown option '--verbose'; see Demo --help\n"),
        (["company", "--jsonn"], "Demo: unknown option '--jsonn'; see Demo --help\n"),
        (["search", "--"], "Demo: unknown option '--'; see Demo --help\n"),
        (["-x"], "Demo: unknown word '-x'; see Demo --help\n"),
        (["--base-url"], "Demo: --base-url takes a URL\n"),
        (["--via"], "Demo: --via takes async, callback, promise, observable or all\n"),
        (["company", "--via", "pigeon"], "Demo: --via takes async, callback, promise, observable or all\n"),
        (["plan"], "Demo: name a scenario; see Demo --help\n"),
        (["curl"], "Demo: name a scenario; see Demo --help\n"),
        (["curl", "birds"], "Demo: unknown word 'birds'; see Demo --help\n"),
        (["company", "--json"], "Demo: --json goes with 'plan'; see Demo --help\n"),
        (["curl", "company", "--json"], "Demo: --json goes with 'plan'; see Demo --help\n"),
        ([""], "Demo: unknown word ''; see Demo --help\n"),
        (["a\nb"], "Demo: unknown word 'a\\nb'; see Demo --help\n"),
    ]

    @Test("Words that mean nothing are one line on standard error and exit status 64", arguments: misuses)
    func misuse(arguments: [String], line: String) async throws {
        let output = try await DemoProgram.run(arguments)
        #expect(output.status == 64)
        #expect(output.text.isEmpty)
        #expect(output.errors == line)
    }

    @Test("--base-url sends to the server given", arguments: ["before", "after"])
    func baseURL(place: String) async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("GET", "/v1/company.json") { _ in
            .json(#"{"name":"n","address":"a","zipcode":"z","tel":"1-2-3","fax":"f","id":1}"#)
        }
        let option = ["--base-url", server.url + "/v1"]
        let output = try await DemoProgram.run(place == "before" ? option + ["company"] : ["company"] + option)
        #expect(output.status == 0)
        #expect(output.lines.filter { $0 == "tel 1-2-3" }.count == 8)
        #expect(server.received.map(\.target) == Array(repeating: "/v1/company.json", count: 8))
        // The second endpoint declares none, which some transports send as one of their own.
        let accepted = server.received.map { $0.field("Accept") ?? "*/*" }
        #expect(accepted == Array(repeating: "application/json", count: 4) + Array(repeating: "*/*", count: 4))
    }

    @Test(
        "A server that has not what the scenario wants is exit status 1",
        arguments: ["company", "search", "session", "plugins"])
    func failure(word: String) async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let output = try await DemoProgram.run(word, "--base-url", server.url)
        #expect(output.status == 1)
        #expect(output.lines.contains { $0.hasPrefix("failed: ") && $0.contains("404 Not Found") })
    }

    @Test("A server that is down is exit status 1")
    func down() async throws {
        let output = try await DemoProgram.run("company", "--base-url", LoopbackServer.downURL)
        #expect(output.status == 1)
        #expect(output.text.contains("failed: connection refused: "))
    }

    @Test("A base URL that is wrong is shown with what is wrong, and exit status 1", arguments: ["ftp://x", "x", ""])
    func wrongBase(url: String) async throws {
        let output = try await DemoProgram.run("company", "--base-url", url)
        #expect(output.status == 1)
        #expect(output.text.contains("base URL"))
    }
}
