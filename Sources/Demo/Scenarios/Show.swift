import Apus
import Dispatch

/// Prints plans and outcomes, each outcome in every way that was asked for.
struct Show: Sendable {
    let ways: [Way]
    private let queue = DispatchQueue(label: "demo")

    init(_ ways: [Way]) {
        self.ways = ways
    }

    /// Plan and curl line, then the endpoint's outcome in each way, in the words given for it; nil where they differ.
    @discardableResult
    func callAsFunction<Output, Failure>(
        _ title: String, _ endpoint: Endpoint<Output, Failure>, by client: Client,
        words: (Result<Output, Failure>) -> [String]
    ) async -> Result<Output, Failure>? {
        self.title(title)
        let plan = client.plan(for: endpoint)
        print(plan.description, terminator: "")
        print(plan.curl)
        var outcomes: [Result<Output, Failure>] = []
        for way in ways {
            let outcome = await way.outcome(of: endpoint, by: client, on: queue)
            block(way.rawValue, words(outcome))
            outcomes.append(outcome)
        }
        guard Set(outcomes.map(words)).count == 1 else {
            print("failed: the ways differ")
            return nil
        }
        return outcomes.first
    }

    /// The title of a part.
    func title(_ title: String) {
        print("\n--- \(title)")
    }

    /// Lines below a heading.
    func block(_ heading: String, _ lines: [String]) {
        print("\(heading):")
        lines.forEach { print($0) }
    }
}
