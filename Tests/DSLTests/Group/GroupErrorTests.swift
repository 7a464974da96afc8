import ApusCore
import ApusDSL
import Testing

/// Which error an endpoint in a group has: the group's, its own, or both in one type.
@Suite struct GroupErrorTests {
    static let api = EndpointGroup {
        OnError(404) { _ in "group 404" }
        OnError(.clientError) { _ in "group 4xx" }
        OnError { _ in "group other" }
    }

    func model<Output, Model>(
        _ endpoint: Endpoint<Output, EndpointError<Model>>, at status: Int, _ text: String = "{}"
    ) async -> Model? {
        let answer = TypeTests.Answer(status: HTTPStatus(status), json: text)
        let result = await Client("https://api.example.com", transport: answer).call(endpoint).result
        guard case .failure(let failure) = result else { return nil }
        return failure.model
    }

    @Test(
        "An endpoint without an OnError has its group's",
        arguments: [(404, "group 404"), (403, "group 4xx"), (500, "group other"), (200, nil)])
    func inherited(_ status: Int, _ expected: String?) async {
        let endpoint: Endpoint<HTTPResponse, EndpointError<String>> = Self.api { GET("/a") }
        #expect(await model(endpoint, at: status) == expected)
    }

    @Test(
        "Of rows of one type the closest to the status decides, then the endpoint's before the group's",
        arguments: [
            (404, "own 404"), (403, "own 4xx"), (500, "own other"), (410, "own 410"),
        ])
    func own(_ status: Int, _ expected: String) async {
        let endpoint: Endpoint<HTTPResponse, EndpointError<String>> = Self.api {
            GET("/a")
            OnError { _ in "own other" }
            OnError(.clientError) { _ in "own 4xx" }
            OnError([404, 410]) { response in "own \(response.status.code)" }
        }
        #expect(await model(endpoint, at: status) == expected)
    }

    @Test(
        "An exact row of the group goes before an endpoint's range",
        arguments: [(404, "group 404"), (403, "own 4xx"), (500, "group other")])
    func exactBeforeRange(_ status: Int, _ expected: String) async {
        let endpoint = Self.api {
            GET("/a")
            OnError(.clientError) { _ in "own 4xx" }
        }
        #expect(await model(endpoint, at: status) == expected)
    }

    @Test(
        "The rows of an inner group go before those of the outer",
        arguments: [(404, "inner 404"), (403, "group 4xx"), (500, "inner other")])
    func nested(_ status: Int, _ expected: String) async {
        let inner = Self.api.group {
            OnError(404) { _ in "inner 404" }
            OnError { _ in "inner other" }
        }
        let endpoint: Endpoint<HTTPResponse, EndpointError<String>> = inner { GET("/a") }
        #expect(await model(endpoint, at: status) == expected)
    }

    @Test func `An OnError of another type takes the place of all the group's`() async {
        let endpoint: Endpoint<HTTPResponse, EndpointError<TwitterError>> = Self.api {
            GET("/a")
            OnError(500, TwitterError.self)
        }
        #expect(
            endpoint.plan.responses.map(\.description) == ["200..<300 gives the response", "500 throws TwitterError"])
        #expect(await model(endpoint, at: 500, #"{"code":1}"#)?.code == 1)
        #expect(await model(endpoint, at: 404, #"{"code":1}"#) == nil)
    }

    @Test func `An inner group can have another type, and its endpoints have it`() async {
        let inner = Self.api.group { OnError(TwitterError.self) }
        let endpoint: Endpoint<Corporation, EndpointError<TwitterError>> = inner {
            GET("/a")
            Decode(Corporation.self)
        }
        #expect(await model(endpoint, at: 404, #"{"code":2}"#)?.code == 2)
    }

    @Test func `The rows stand in the plan with the endpoint's first`() {
        let endpoint = Self.api {
            GET("/a")
            OnError(404) { _ in "own" }
            Decode(Corporation.self)
        }
        let rows = [
            "404 throws String by hand", "200..<300 gives Corporation", "404 throws String by hand",
            "400..<500 throws String by hand", "any other throws String by hand",
        ]
        #expect(endpoint.plan.responses.map(\.description) == rows)
    }
}
