import Apus

/// A whole process with one call in it: `Startup SERVER`.
@main
enum Startup {
    struct Corporation: Decodable, Sendable {
        let name: String
    }

    static func main() async throws {
        let client = Client(CommandLine.arguments[1])
        let company = Endpoint {
            GET("/company.json")
            Decode(Corporation.self)
        }
        print(try await client.send(company).name)
    }
}
