import Apus

/// A declared error, mapped to an error type of the application's own.
struct StatusScenario: Scenario {
    static let name = "status"
    static let argument = "<id>"
    static let summary = "Result<Status, ErrorCode>: try 1, 404 (a declared error) and 429 (plain text)"

    /// All that this application wants to tell apart.
    enum ErrorCode: Error {
        case code(Int, String)
        case rateLimited(String)
        case other(String)
    }

    private let client: Client
    private let status: Endpoint<Status, ErrorCode>
    private let limited: Endpoint<Status, ErrorCode>
    private let isDefault: Bool

    init(argument: String?, servers: Servers) {
        client = Client(servers.base)
        isDefault = argument == nil
        status = Self.show(argument ?? "404")
        limited = Self.show("429")
    }

    private static func show(_ id: String) -> Endpoint<Status, ErrorCode> {
        Endpoint {
            GET("/statuses/\("id", id)")
            Name("status.show")
            Decode(Status.self)
            OnError(TwitterError.self)
        }
        .mapError { failure in
            switch failure {
            case .response(let model, _):
                .code(model.errors.first?.code ?? 0, model.errors.first?.message ?? "")
            case .unexpected(let response, _) where response.status == 429:
                .rateLimited(response.text)
            case .unexpected, .decoding, .transport, .invalid, .cancelled:
                .other("\(failure)")
            }
        }
    }

    /// The other endpoint differs in its number only.
    var plans: [RequestPlan] { [client.plan(for: status)] }

    func run(_ show: Show) async -> Bool {
        let first = await show("a declared error", status, by: client, words: Self.words)
        if isDefault {
            await show("a plain text that is no TwitterError", limited, by: client, words: Self.words)
        }
        if case .failure(.other) = first { return false }
        return first != nil
    }

    private static func words(for result: Result<Status, ErrorCode>) -> [String] {
        switch result {
        case .success(let status): ["\(status.id) \(status.text)"]
        case .failure(.code(let code, let message)): ["code \(code): \(message)"]
        case .failure(.rateLimited(let text)): ["rate limited: \(text)"]
        case .failure(.other(let text)): ["failed: \(text)"]
        }
    }
}
