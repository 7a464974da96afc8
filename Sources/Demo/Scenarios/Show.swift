import Apus
import Dispatch

/// Prints plans and outcomes, each outcome through async and through a callback.
struct Show: Sendable {
    private let queue = DispatchQueue(label: "demo")

    /// Plan and curl line, then the endpoint's outcome both ways, in the words given for it.
    @discardableResult
    func callAsFunction<Output, Failure>(
        _ title: String, _ endpoint: Endpoint<Output, Failure>, by client: Client,
        words: (Result<Output, Failure>) -> [String]
    ) async -> Result<Output, Failure> {
        print("\n--- \(title)")
        let plan = client.plan(for: endpoint)
        print(plan.description, terminator: "")
        print(plan.curl)
        let result = await client.call(endpoint).result
        block("async", words(result))
        block("callback", words(await throughCallback(endpoint, by: client)))
        return result
    }

    private func throughCallback<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>, by client: Client
    ) async -> Result<Output, Failure> {
        await withCheckedContinuation { continuation in
            client.send(endpoint, on: queue) { continuation.resume(returning: $0) }
        }
    }

    private func block(_ title: String, _ lines: [String]) {
        print("\(title):")
        lines.forEach { print($0) }
    }
}
