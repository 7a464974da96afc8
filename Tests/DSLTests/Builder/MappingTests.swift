import ApusCore
import ApusDSL
import Testing

/// Endpoints whose value or failure is of a type of one's own.
@Suite struct MappingTests {
    typealias ErrorCode = TypeTests.ErrorCode

    static let endpoint: Endpoint<Int, ErrorCode> = Endpoint {
        GET("/company.json")
        Decode(Corporation.self)
        OnError(TwitterError.self)
    }
    .map { $0.employees }
    .mapError { failure in
        switch failure {
        case .response(let error, _): .server(error.code)
        case .transport: .unreachable
        case .unexpected, .decoding, .invalid, .cancelled: .other
        }
    }

    func client(_ status: HTTPStatus, _ json: String) -> Client {
        Client("https://api.example.com", transport: TypeTests.Answer(status: status, json: json))
    }

    @Test(
        "A mapped endpoint gives exactly the result of one's own types",
        arguments: [
            (200, TypeTests.corporation, Result<Int, ErrorCode>.success(3)),
            (404, TypeTests.error, .failure(.server(34))), (200, "{", .failure(.other)),
        ])
    func result(_ status: Int, _ json: String, _ expected: Result<Int, ErrorCode>) async {
        let result: Result<Int, ErrorCode> = await client(HTTPStatus(status), json).call(Self.endpoint).result
        #expect(result == expected)
    }

    @Test func `What send throws is the declared type: the switch needs no default`() async {
        let caught: String
        do throws(ErrorCode) {
            let employees: Int = try await client(404, TypeTests.error).send(Self.endpoint)
            caught = "\(employees) employees"
        } catch {
            switch error {
            case .server(let code): caught = "server \(code)"
            case .unreachable: caught = "unreachable"
            case .other: caught = "other"
            }
        }
        #expect(caught == "server 34")
    }

    @Test func `What send throws without a mapping is exhaustive too`() async {
        let endpoint = Endpoint {
            GET("/")
            OnError(TwitterError.self)
        }
        let caught: String
        do {
            caught = "\(try await client(404, TypeTests.error).send(endpoint).status)"
        } catch {
            switch error {
            case .response(let model, let response): caught = "\(model.code) with \(response.status.code)"
            case .unexpected: caught = "unexpected"
            case .decoding: caught = "decoding"
            case .transport: caught = "transport"
            case .invalid: caught = "invalid"
            case .cancelled: caught = "cancelled"
            }
        }
        #expect(caught == "34 with 404")
    }

    @Test func `A mapping changes nothing about the plan`() {
        let plain = Endpoint {
            GET("/company.json")
            Decode(Corporation.self)
            OnError(TwitterError.self)
        }
        #expect(Self.endpoint.plan == plain.plan)
    }
}
