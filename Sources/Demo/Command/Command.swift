/// What the words of the command line ask for.
struct Command: Equatable {
    /// What to do.
    enum Action: Equatable {
        case help
        case run
        case plan(json: Bool)
        case curl
    }

    var action: Action
    /// The scenario's name, nil for all.
    var scenario: String?
    /// What the scenario was given.
    var argument: String?
    /// How calls are run.
    var ways = Way.allCases
    /// Another server than the embedded one.
    var baseURL: String?

    /// Words that mean nothing, in one line.
    struct Misuse: Error, Equatable {
        let text: String

        init(text: String) {
            self.text = text.replacing("\n", with: "\\n")
        }
    }

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(Misuse) {
        self.init(action: .run)
        var rest: [String] = []
        var isJSON = false
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": action = .help
            case "--json": isJSON = true
            case "--base-url":
                guard let url = words.popFirst() else { throw Misuse(text: "--base-url takes a URL") }
                baseURL = url
            case "--via": ways = try Self.ways(words.popFirst())
            case _ where word.hasPrefix("--"): throw Misuse(text: "unknown option '\(word)'; see Demo --help")
            default: rest.append(word)
            }
        }
        if action == .help { return }
        if rest.first == "plan" || rest.first == "curl" {
            action = rest.removeFirst() == "plan" ? .plan(json: isJSON) : .curl
            guard !rest.isEmpty else { throw Misuse(text: "name a scenario; see Demo --help") }
        }
        if isJSON, action != .plan(json: true) {
            throw Misuse(text: "--json goes with 'plan'; see Demo --help")
        }
        try takeScenario(rest)
    }

    private static func ways(_ word: String?) throws(Misuse) -> [Way] {
        if word == "all" { return Way.allCases }
        guard let way = word.flatMap({ Way(rawValue: $0) }) else {
            throw Misuse(text: "--via takes \(Way.allCases.map(\.rawValue).joined(separator: ", ")) or all")
        }
        return [way]
    }

    private init(action: Action) {
        self.action = action
    }

    private mutating func takeScenario(_ words: [String]) throws(Misuse) {
        guard let name = words.first else { return }
        guard let scenario = Scenarios.named(name) else {
            throw Misuse(text: "unknown word '\(name)'; see Demo --help")
        }
        self.scenario = name
        guard words.count > 1 else { return }
        guard words.count == 2, !scenario.argument.isEmpty else {
            throw Misuse(text: "unknown word '\(words[words.count - 1])' after '\(name)'; see Demo --help")
        }
        argument = words[1]
    }
}
