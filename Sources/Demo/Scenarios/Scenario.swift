import Apus

/// One story of the demo: endpoints to look at, and a run that sends them.
protocol Scenario: Sendable {
    /// The word on the command line.
    static var name: String { get }
    /// What the word takes after it, empty for nothing.
    static var argument: String { get }
    /// One line for the help.
    static var summary: String { get }
    /// The scenario for a server; the argument is nil where none was given.
    init(argument: String?, servers: Servers)
    /// The plans in it, with the client's defaults.
    var plans: [RequestPlan] { get }
    /// Sends its endpoints, shows what came of it, and says whether all went as the scenario wants.
    func run(_ show: Show) async -> Bool
}

/// Where a scenario sends its requests.
struct Servers: Sendable {
    /// The server that answers.
    let base: String
    /// A server that is down.
    let down: String
    /// What the embedded server was asked, nil for another one.
    var log: ServerLog?

    /// For plans that are only looked at.
    static let example = Servers(base: "https://api.example.com", down: "https://down.example.com")
}

/// All scenarios, in the order of the tour.
enum Scenarios {
    static let all: [any Scenario.Type] = [
        CompanyScenario.self, SearchScenario.self, AccountsScenario.self, StatusScenario.self, SessionScenario.self,
        PluginsScenario.self,
    ]

    static func named(_ name: String) -> (any Scenario.Type)? {
        all.first { $0.name == name }
    }
}
