import ApusCore
import ApusDSL
import ApusTesting
import Foundation

/// A small model with something deep inside.
struct Person: Codable, Sendable, Equatable {
    struct Address: Codable, Sendable, Equatable {
        var zip: Int
    }

    var name: String
    var addresses: [Address] = []
}

/// The server's error.
struct Fault: Codable, Sendable, Equatable {
    var code: Int
}

/// Runs an endpoint against one answer.
enum Answers {
    static func response(
        _ status: HTTPStatus, _ text: String = "", type: String? = "application/json"
    ) -> HTTPResponse {
        response(status, Data(text.utf8), type: type)
    }

    static func response(_ status: HTTPStatus, _ data: Data, type: String? = "application/json") -> HTTPResponse {
        var response = HTTPResponse(status: status, body: HTTPBody(data))
        response.fields[.contentType] = type
        return response
    }

    static func result<Output, Failure>(
        of endpoint: Endpoint<Output, Failure>, _ response: HTTPResponse
    ) async -> Result<Output, Failure> {
        let stub = StubTransport { _ throws(TransportError) in response }
        return await Client("http://a.example", transport: stub).call(endpoint).result
    }

    /// What a call ends with, in a word: the value, or the case of the failure.
    static func word<Output, Model>(_ result: Result<Output, EndpointError<Model>>) -> String {
        switch result {
        case .success(let value): "value \(value)"
        case .failure(.response(let model, let response)): "error \(model) at \(response.status.code)"
        case .failure(.unexpected(let response, _)): "unexpected \(response.status.code)"
        case .failure(.decoding(let failure)): "decoding \(failure.kind)"
        case .failure(.transport(let error)): "transport \(error.kind)"
        case .failure(.invalid): "invalid"
        case .failure(.cancelled): "cancelled"
        }
    }
}
