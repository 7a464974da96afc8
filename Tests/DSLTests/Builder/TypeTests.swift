import ApusCore
import ApusDSL
import Testing

/// What the compiler makes of a declaration: the annotations are the test, and calls show that the values follow.
@Suite struct TypeTests {
    enum ErrorCode: Error, Equatable {
        case server(Int)
        case unreachable
        case other
    }

    /// Answers every request with one response.
    struct Answer: Transport {
        var status: HTTPStatus = 200
        var json = "{}"

        func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(status: status, fields: [.contentType: "application/json"], body: HTTPBody(json))
        }
    }

    func client(_ status: HTTPStatus, _ json: String) -> Client {
        Client("https://api.example.com", transport: Answer(status: status, json: json))
    }

    static let corporation = #"{"name":"Acme","employees":3}"#
    static let error = #"{"code":34}"#

    @Test func `Decode and OnError make the types of the endpoint`() async throws {
        let endpoint: Endpoint<Corporation, EndpointError<TwitterError>> = Endpoint {
            GET("/company.json")
            Query("q", "x")
            Decode(Corporation.self)
            OnError(TwitterError.self)
        }
        let value: Corporation = try await client(200, Self.corporation).send(endpoint)
        #expect(value == Corporation())
        let result = await client(404, Self.error).call(endpoint).result
        #expect(throws: EndpointError<TwitterError>.self) { try result.get() }
        guard case .failure(.response(let model, _)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(model == TwitterError())
    }

    @Test func `Components can stand in any order`() async throws {
        let endpoint: Endpoint<Corporation, EndpointError<TwitterError>> = Endpoint {
            OnError(TwitterError.self)
            Decode(Corporation.self)
            Body(json: ["a": 1])
            Use(Stamp())
            Query("q", "x")
            POST("/company.json")
        }
        let usual = Endpoint {
            POST("/company.json")
            Query("q", "x")
            Use(Stamp())
            Body(json: ["a": 1])
            OnError(TwitterError.self)
            Decode(Corporation.self)
        }
        #expect(endpoint.plan == usual.plan)
        #expect(try await client(200, Self.corporation).send(endpoint) == Corporation())
    }

    @Test func `No Decode gives the response of a 2xx, no OnError a failure without a model`() async throws {
        let endpoint: Endpoint<HTTPResponse, EndpointError<Never>> = Endpoint { GET("/") }
        let response: HTTPResponse = try await client(204, "").send(endpoint)
        #expect(response.status == 204)
        let result = await client(404, "no").call(endpoint).result
        guard case .failure(.unexpected(let refused, _)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(refused.text == "no")
    }

    @Test func `An optional, a text, bytes and nothing are types of their own`() async throws {
        let optional: Endpoint<Corporation?, EndpointError<Never>> = Endpoint {
            GET("/")
            Decode(Corporation?.self)
        }
        let nothing: Endpoint<Void, EndpointError<Never>> = Endpoint {
            GET("/")
            DecodeNothing()
        }
        let text: Endpoint<String, EndpointError<Never>> = Endpoint {
            GET("/")
            DecodeText()
        }
        #expect(try await client(204, "").send(optional) == nil)
        try await client(200, "ignored").send(nothing)
        #expect(try await client(200, "text").send(text) == "text")
    }

    @Test(
        "Several Decodes are mapped to one type",
        arguments: [
            (201, #"{"id":7}"#, Outcome.started(Job())), (200, corporation, .done(Corporation())), (299, "", .gone),
        ])
    func severalDecodes(_ status: Int, _ json: String, _ outcome: Outcome) async throws {
        let endpoint: Endpoint<Outcome, EndpointError<Never>> = Endpoint {
            POST("/jobs")
            Decode(201, Job.self, as: Outcome.started)
            Decode(200, Corporation.self, as: Outcome.done)
            Decode(.range(202..<300)) { _ in Outcome.gone }
        }
        #expect(try await client(HTTPStatus(status), json).send(endpoint) == outcome)
    }

    @Test(
        "Several OnErrors are mapped to one type",
        arguments: [
            (404, #"{"resource":"company"}"#, APIFailure.notFound(NotFound())), (410, "", .gone),
            (500, error, .other(TwitterError())),
        ])
    func severalErrors(_ status: Int, _ json: String, _ failure: APIFailure) async {
        let endpoint: Endpoint<HTTPResponse, EndpointError<APIFailure>> = Endpoint {
            GET("/")
            OnError(404, NotFound.self, as: APIFailure.notFound)
            OnError(410) { _ in APIFailure.gone }
            OnError(.any, TwitterError.self, as: APIFailure.other)
        }
        let result = await client(HTTPStatus(status), json).call(endpoint).result
        guard case .failure(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.model == failure)
    }
}
