import Apus
import ApusObservable

/// A collection inside a document, asked for with any text; then asked for again while the text is typed.
struct SearchScenario: Scenario {
    static let name = "search"
    static let argument = "<text>"
    static let summary = "GET /search?q=… with any text, to a collection inside the document; then while it is typed"

    private let client: Client
    private let servers: Servers
    private let text: String

    init(argument: String?, servers: Servers) {
        client = Client(servers.base)
        self.servers = servers
        text = argument ?? "鳥 + swift & 'apus'"
    }

    private static func search(_ text: String) -> Endpoint<[Hit], EndpointError<Never>> {
        Endpoint {
            GET("/search")
            Name("search")
            Query("q", text)
            Query("limit", 3)
            Decode([Hit].self, at: "results.items")
        }
    }

    /// What is asked for while somebody types.
    private static func suggestions(_ text: String) -> Endpoint<[Hit], EndpointError<Never>> {
        Endpoint {
            GET("/suggestions")
            Name("suggestions")
            Query("q", text)
            Decode([Hit].self, at: "results.items")
        }
    }

    /// The suggestions are asked for like the search.
    var plans: [RequestPlan] { [client.plan(for: Self.search(text))] }

    func run(_ show: Show) async -> Bool {
        let result = await show("a collection", Self.search(text), by: client) { result in
            switch result {
            case .success(let hits): hits.map { "\($0.score)  \($0.title)" }
            case .failure(let error): ["failed: \(error)"]
            }
        }
        guard (try? result?.get()) != nil else { return false }
        return show.ways.contains(.observable) && !text.isEmpty ? await type(show) : true
    }

    /// A request when the typing pauses, and of two requests only the newer one matters.
    private func type(_ show: Show) async -> Bool {
        show.title("search as you type")
        let client = client
        let (texts, keyboard) = AsyncStream.makeStream(of: String.self)
        let shown = ObservableSequence.from(texts)
            .setFailureType(to: EndpointError<Never>.self)
            .debounce(.milliseconds(50), on: .serial())
            .distinctUntilChanged()
            .flatMapLatest { text in
                client.observable(Self.suggestions(text)).map { hits in "\(text): \(hits.count) suggestions" }
            }
            .toArray()
        async let lines = shown.firstValue
        let log = servers.log?.fromNow()
        for (index, part) in Self.parts(of: text).enumerated() {
            part.forEach { keyboard.yield($0) }
            print("typed: \(part.last ?? "")")
            // A pause in the typing, as long as it takes to be asked for what stands there now.
            if let log { await log.waitForRequests(index + 1) } else { try? await Task.sleep(for: .milliseconds(300)) }
        }
        keyboard.finish()
        do {
            let lines = try await lines ?? []
            show.block("shown", lines)
            if let log { show.block("the server's log", await log.lines()) }
            return lines.last?.hasPrefix("\(text): ") == true
        } catch {
            print("failed: \(error)")
            return false
        }
    }

    /// What stands in the field after each letter, in three bursts; of a short text in as many as it has letters.
    private static func parts(of text: String) -> [[String]] {
        let texts = (0...text.count).dropFirst().map { String(text.prefix($0)) }
        let length = max((texts.count + 2) / 3, 1)
        return stride(from: 0, to: texts.count, by: length).map { Array(texts[$0..<min($0 + length, texts.count)]) }
    }
}
