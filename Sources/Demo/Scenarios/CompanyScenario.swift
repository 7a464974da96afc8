import Apus

/// A typed value, once decoded and once mapped by hand.
struct CompanyScenario: Scenario {
    static let name = "company"
    static let argument = ""
    static let summary = "GET /company.json as a typed value, decoded and mapped by hand"

    private let client: Client

    init(argument: String?, servers: Servers) {
        client = Client(servers.base)
    }

    private let company = Endpoint {
        GET("/company.json")
        Name("company.show")
        Decode(Corporation.self)
    }

    /// The same document, of which only one member is wanted.
    private let tel = Endpoint {
        GET("/company.json")
        Name("company.tel")
        Decode { response in
            guard let match = response.text.firstMatch(of: /"tel":\s*"([^"]*)"/) else { throw NoTelephone() }
            return String(match.1)
        }
    }

    private struct NoTelephone: Error {}

    /// The other endpoint asks for the same.
    var plans: [RequestPlan] { [client.plan(for: company)] }

    func run(_ show: Show) async -> Bool {
        let decoded = await show("decoded as Corporation", company, by: client) { result in
            switch result {
            case .success(let company): [company.name, company.address, "tel \(company.tel)", "fax \(company.fax)"]
            case .failure(let error): ["failed: \(error)"]
            }
        }
        let mapped = await show("mapped by hand from the response", tel, by: client) { result in
            switch result {
            case .success(let tel): ["tel \(tel)"]
            case .failure(let error): ["failed: \(error)"]
            }
        }
        guard case .success(let company) = decoded, case .success(let tel) = mapped else { return false }
        return tel == company.tel
    }
}
