import Apus

/// A server's error and a server that is down, handled in one place as one type.
struct AccountsScenario: Scenario {
    static let name = "accounts"
    static let argument = ""
    static let summary = "a 404 with {\"error\":…} and a server that is down, handled in one place"

    private let client: Client
    private let missing: Endpoint<Account, EndpointError<AccountError>>
    private let unreachable: Endpoint<Account, EndpointError<AccountError>>

    init(argument: String?, servers: Servers) {
        let accounts = EndpointGroup {
            Tags("accounts")
            OnError(AccountError.self)
        }
        client = Client(servers.base)
        missing = accounts {
            GET("/accounts/\("id", 17)")
            Name("accounts.show")
            Decode(Account.self)
        }
        unreachable = accounts {
            BaseURL(servers.down)
            GET("/accounts/\("id", 1)")
            Name("accounts.show")
            Decode(Account.self)
        }
    }

    var plans: [RequestPlan] { [client.plan(for: missing), client.plan(for: unreachable)] }

    func run(_ show: Show) async -> Bool {
        let first = await show("a server that answers 404", missing, by: client, words: Self.words)
        let second = await show("a server that is down", unreachable, by: client, words: Self.words)
        guard case .failure(.response) = first, case .failure(.transport) = second else { return false }
        return true
    }

    /// The one place.
    private static func words(for result: Result<Account, EndpointError<AccountError>>) -> [String] {
        switch result {
        case .success(let account): ["account of \(account.owner)"]
        case .failure(.response(let model, let response)): ["the server says \"\(model.error)\" (\(response.status))"]
        case .failure(.transport(let error)):
            ["no answer: \(error.kind.rawValue), safe to retry: \(error.isSafeToRetry)"]
        case .failure(let other): ["failed: \(other)"]
        }
    }
}
