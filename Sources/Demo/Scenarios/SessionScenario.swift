import Apus

/// What every request needs, said once in a group.
struct SessionScenario: Scenario {
    static let name = "session"
    static let argument = ""
    static let summary = "fields and a token from a group, in every request and never shown"

    private let client: Client
    private let profile: Endpoint<Seen, EndpointError<Never>>
    private let inbox: Endpoint<Seen, EndpointError<Never>>

    init(argument: String?, servers: Servers) {
        let session = EndpointGroup {
            Header("X-Application", "demo/1.0")
            Header(.acceptLanguage, "ja")
            Bearer("5ecret-t0ken")
        }
        client = Client(servers.base) { Log(to: { print("log: \($0)") }) }
        profile = session {
            GET("/session/profile")
            Name("session.profile")
            Decode(Seen.self)
        }
        inbox = session {
            GET("/session/inbox")
            Name("session.inbox")
            Header(.acceptLanguage, "en", .replace)
            Decode(Seen.self)
        }
    }

    var plans: [RequestPlan] { [client.plan(for: profile), client.plan(for: inbox)] }

    func run(_ show: Show) async -> Bool {
        var isDone = true
        for (title, endpoint) in [("the group's fields", profile), ("one of them replaced", inbox)] {
            let result = await show(title, endpoint, by: client) { result in
                switch result {
                case .success(let seen):
                    [
                        "the server saw \(seen.application), language \(seen.language) "
                            + "and a token of \(seen.tokenLength) characters"
                    ]
                case .failure(let error): ["failed: \(error)"]
                }
            }
            isDone = isDone && (try? result?.get()) != nil
        }
        return isDone
    }
}
