import ApusCore
import ApusDSL
import Testing

@Suite struct PolicySnapshotTests {
    @Test func `Name, summary and tags stand below the request line`() {
        expectPlan(
            Endpoint {
                Name("company.show")
                Summary("Shows a company.\nOnce.")
                Tags("company", "public")
                Tags("company", "beta")
                GET("/company.json")
            },
            #"""
            apus plan 1
            GET /company.json
            name: company.show
            summary: Shows a company.\nOnce.
            tags: company, public, beta
            responses
              200..<300 gives the response
            """#)
    }

    @Test func `Limits stand under policies, with their units`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Timeout(.milliseconds(2500))
                BodyLimit(1024)
            },
            """
            apus plan 1
            GET /a
            policies
              timeout 2.5 s
              body limit 1024 bytes
            responses
              200..<300 gives the response
            """)
    }

    @Test func `Limits of nothing are problems`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Timeout(.zero)
                BodyLimit(-1)
            },
            """
            apus plan 1
            GET /a
            policies
              timeout 0 s
              body limit -1 bytes
            responses
              200..<300 gives the response
            problems
              limit 'timeout' "0 s": it must be more than zero
              limit 'body limit' "-1": it must be more than zero
            """)
    }

    @Test func `Plugins stand in the order of their use, one less as such`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Use(Stamp())
                Without(FollowRedirects.self)
                Use(Log { _ in })
            },
            """
            apus plan 1
            GET /a
            responses
              200..<300 gives the response
            plugins
              stamp 1
              without FollowRedirects
              log
            """)
    }

    @Test func `A client's plan has its base URL, and its plugins as they will run`() {
        let endpoint = Endpoint {
            GET("/a")
            Use(Stamp(text: "endpoint"))
            Without(FollowRedirects.self)
            Use(Log { _ in })
        }
        let client = Client("https://api.example.com/v1", transport: Silence()) {
            Stamp(text: "client")
            FollowRedirects(limit: 3)
        }
        let text = """
            apus plan 1
            GET https://api.example.com/v1/a
            responses
              200..<300 gives the response
            plugins
              stamp endpoint
              log

            """
        #expect(client.plan(for: endpoint).description == text)
    }

    struct Silence: Transport {
        func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
            throw TransportError(.other)
        }
    }
}
