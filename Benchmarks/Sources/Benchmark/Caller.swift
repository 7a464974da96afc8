import Apus
import ApusCurl
import ApusURLSession
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Who gets the company document and decodes it.
enum Caller: String, CaseIterable {
    case apusOnCurl = "apus-curl"
    case apusOnURLSession = "apus-urlsession"
    case urlSession = "urlsession"

    /// One call to a server. Each caller may have as many connections as it makes calls at once.
    func call(_ server: String, atOnce: Int, certificates: String?) throws -> @Sendable () async throws -> Void {
        switch self {
        case .apusOnCurl:
            var options = CurlTransport.Options()
            options.tls.extraCAFile = certificates
            return apus(server, CurlTransport(options))
        case .apusOnURLSession:
            return apus(server, URLSessionTransport(connectionsPerHost: atOnce))
        case .urlSession:
            return try byHand(server, connections: atOnce)
        }
    }

    private func apus(_ server: String, _ transport: any Transport) -> @Sendable () async throws -> Void {
        let client = Client(server, transport: transport)
        let company = Endpoint {
            GET("/company.json")
            Decode(Corporation.self)
        }
        return { _ = try await client.send(company) }
    }

    private func byHand(_ server: String, connections: Int) throws -> @Sendable () async throws -> Void {
        guard let url = URL(string: "\(server)/company.json") else { throw URLError(.badURL) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        let session = URLSession(configuration: configuration)
        return {
            let (data, response) = try await session.data(for: URLRequest(url: url))
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
            _ = try JSONDecoder().decode(Corporation.self, from: data)
        }
    }
}
