import Apus

/// A collection inside a document, asked for with any text.
struct SearchScenario: Scenario {
    static let name = "search"
    static let argument = "<text>"
    static let summary = "GET /search?q=… with any text, to a collection inside the document"

    private let client: Client
    private let search: Endpoint<[Hit], EndpointError<Never>>

    init(argument: String?, servers: Servers) {
        client = Client(servers.base)
        search = Endpoint {
            GET("/search")
            Name("search")
            Query("q", argument ?? "鳥 + swift & 'apus'")
            Query("limit", 3)
            Decode([Hit].self, at: "results.items")
        }
    }

    var plans: [RequestPlan] { [client.plan(for: search)] }

    func run(_ show: Show) async -> Bool {
        let result = await show("a collection", search, by: client) { result in
            switch result {
            case .success(let hits): hits.map { "\($0.score)  \($0.title)" }
            case .failure(let error): ["failed: \(error)"]
            }
        }
        return (try? result.get()) != nil
    }
}
