import Apus
import ApusTesting
import Testing

/// The tests that the article on testing shows, run as they stand there.
@Suite struct TestingArticleTests {
    static let file = #filePath

    // shown in Docs.docc/TestingEndpoints.md
    @Test("The company is asked for by name") func companyIsAskedForByName() {
        let company = Endpoint {
            GET("/company.json")
            Query("q", "swift & co")
            Bearer("secret token")
            DecodeText()
        }
        #expect(
            company.plan.description == """
                apus plan 1
                GET /company.json?q=swift%20%26%20co
                query
                  q = swift & co
                fields
                  Authorization: Bearer <redacted>
                responses
                  200..<300 gives text

                """)
    }
    // end

    // shown in Docs.docc/TestingEndpoints.md
    @Test("The declaration has no problems") func declarationHasNoProblems() {
        let show = Endpoint { GET("/users/\("id", 42)") }
        #expect(show.plan.problems.isEmpty)
    }
    // end

    @Suite struct Stubs {
        // shown in Docs.docc/TestingEndpoints.md
        struct Corporation: Decodable, Equatable {
            let name: String
        }

        @Test("The company's name is read") func companyNameIsRead() async throws {
            let stub = StubTransport([
                "GET /company.json": HTTPResponse(status: 200, body: HTTPBody(#"{"name": "Apus"}"#))
            ])
            let client = Client("https://api.example.com", transport: stub)
            let company = Endpoint {
                GET("/company.json")
                Query("q", "swift")
                Decode(Corporation.self)
            }

            #expect(try await client.send(company) == Corporation(name: "Apus"))
            #expect(stub.requests.map(\.url.requestTarget) == ["/company.json?q=swift"])
        }
        // end

        // shown in Docs.docc/TestingEndpoints.md
        struct Refusal: Decodable, Equatable {
            let code: Int
        }

        @Test("A refusal has its code") func refusalHasItsCode() async {
            let stub = StubTransport { _ in HTTPResponse(status: 429, body: HTTPBody(#"{"code": 88}"#)) }
            let client = Client("https://api.example.com", transport: stub)
            let company = Endpoint {
                GET("/company.json")
                OnError(Refusal.self)
            }

            let error = await #expect(throws: EndpointError<Refusal>.self) { try await client.send(company) }
            #expect(error?.model == Refusal(code: 88))
            #expect(error?.response?.status == 429)
        }
        // end
    }

    // shown in Docs.docc/TestingEndpoints.md
    @Test("A silent server is given up after ten seconds") func silentServerIsGivenUp() async throws {
        let clock = ManualClock()
        let silent = StubTransport { _ throws(TransportError) in
            try? await Task.sleep(for: .seconds(3600))  // ends when the call gives up and cancels it
            throw TransportError(.cancelled)
        }
        let client = Client("https://api.example.com", transport: silent, clock: clock)
        let slow = Endpoint {
            GET("/slow")
            Timeout(.seconds(10))
        }

        async let result = client.call(slow).result
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))

        guard case .failure(.transport(let error)) = await result else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.kind == .timeout)
    }
    // end
}
