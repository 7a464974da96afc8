import Apus
import Foundation
import Testing

/// `plan` and `curl` print what would be sent, and send nothing.
@Suite struct LookingTests {
    static let words = ["company", "search", "accounts", "status", "session", "plugins"]

    @Test("plan prints the plan alone")
    func plan() async throws {
        let output = try await DemoProgram.run("plan", "company")
        #expect(output.status == 0)
        #expect(output.errors.isEmpty)
        #expect(
            output.text == """
                apus plan 1
                GET https://api.example.com/company.json
                name: company.show
                fields
                  Accept: application/json
                responses
                  200..<300 gives Corporation
                plugins
                  follow redirects, at most 20

                """)
    }

    @Test("plan --json prints the same plan as JSON")
    func json() async throws {
        let text = try await DemoProgram.run("plan", "company").text
        for arguments in [
            ["plan", "company", "--json"], ["plan", "--json", "company"], ["--json", "plan", "company"],
        ] {
            let output = try await DemoProgram.run(arguments)
            #expect(output.status == 0)
            let plan = try JSONDecoder().decode(RequestPlan.self, from: Data(output.text.utf8))
            #expect(plan.description == text)
            #expect(plan.name == "company.show")
            #expect(plan.problems.isEmpty)
        }
    }

    @Test("plan --json prints several plans as an array that equals their texts", arguments: words)
    func arrays(word: String) async throws {
        let text = try await DemoProgram.run("plan", word).text
        let json = Data(try await DemoProgram.run("plan", word, "--json").text.utf8)
        let decoder = JSONDecoder()
        let plans =
            try (try? decoder.decode([RequestPlan].self, from: json))
            ?? [decoder.decode(RequestPlan.self, from: json)]
        #expect(plans.map(\.description).joined(separator: "\n") == text)
        #expect(plans.allSatisfy { $0.curl.hasPrefix("curl ") || !$0.problems.isEmpty })
    }

    @Test("curl prints the curl line alone")
    func curl() async throws {
        let output = try await DemoProgram.run("curl", "company")
        #expect(output.status == 0)
        #expect(output.errors.isEmpty)
        #expect(
            output.text == """
                curl --globoff --path-as-is --header 'Accept: application/json' 'https://api.example.com/company.json'

                """)
    }

    @Test(
        "What is looked at has no secret in it",
        arguments: [["plan", "session"], ["plan", "session", "--json"], ["curl", "session"]])
    func secrets(arguments: [String]) async throws {
        let output = try await DemoProgram.run(arguments)
        #expect(output.status == 0)
        #expect(output.text.contains("<redacted>"))
        #expect(!output.text.contains("t0ken"))
    }

    @Test("The argument of a scenario is in its plan and its curl line")
    func argument() async throws {
        let plan = try await DemoProgram.run("plan", "search", "鳥 +").text
        #expect(plan.contains("GET https://api.example.com/search?q=%E9%B3%A5%20%2B&limit=3\n"))
        #expect(plan.contains("  q = 鳥 +\n"))
        let curl = try await DemoProgram.run("curl", "search", "it's").text
        #expect(curl.hasSuffix("'https://api.example.com/search?q=it%27s&limit=3'\n"))
    }

    @Test("No server is started, and none is asked")
    func offline() async throws {
        for action in ["plan", "curl"] {
            let output = try await DemoProgram.run(action, "company", "--base-url", "http://127.0.0.1:1")
            #expect(output.status == 0)
            #expect(output.text.contains("http://127.0.0.1:1/company.json"))
        }
    }
}
