import ApusCore
import ApusDSL
import Testing

@Suite struct EndpointGroupTests {
    static let api = EndpointGroup {
        BaseURL("https://api.example.com/v1")
        Bearer("s3cr3t")
        Header("X-Client", "apus")
        Query("format", "json")
        Tags("twitter")
        Timeout(.seconds(10))
        Use(Stamp(text: "api"))
        OnError(TwitterError.self)
    }

    @Test func `An endpoint has what its group shares, before what is its own`() {
        let show: Endpoint<Corporation, EndpointError<TwitterError>> = Self.api {
            Name("statuses.show")
            GET("/statuses/show.json")
            Query("id", 1)
            Header("X-Trace", "1")
            Tags("statuses", "twitter")
            Use(Log { _ in })
            Decode(Corporation.self)
        }
        expectPlan(
            show,
            """
            apus plan 1
            GET https://api.example.com/v1/statuses/show.json?format=json&id=1
            name: statuses.show
            tags: twitter, statuses
            query
              format = json
              id = 1
            fields
              Authorization: Bearer <redacted>
              X-Client: apus
              X-Trace: 1
              Accept: application/json
            policies
              timeout 10 s
            responses
              200..<300 gives Corporation
              any other throws TwitterError
            plugins
              stamp api
              log
            """)
    }

    @Test func `What an endpoint declares once takes the place of its group's`() {
        let show = Self.api {
            BaseURL("http://127.0.0.1:8080")
            POST("/statuses/update.json")
            Basic("me", "s3cr3t")
            Header("x-client", "test", .replace)
            Timeout(.seconds(60))
            BodyLimit(10)
            Without(Stamp.self)
        }
        expectPlan(
            show,
            """
            apus plan 1
            POST http://127.0.0.1:8080/statuses/update.json?format=json
            tags: twitter
            query
              format = json
            fields
              Authorization: Basic <redacted>
              x-client: test
            policies
              timeout 60 s
              body limit 10 bytes
            responses
              200..<300 gives the response
              any other throws TwitterError
            plugins
              stamp api
              without Stamp
            """)
    }

    @Test func `Groups stand in groups, outermost first`() {
        let statuses = Self.api.group {
            Query("group", "inner")
            Header("X-Inner", "1")
            Tags("statuses")
            Timeout(.seconds(20))
        }
        let deeper = statuses.group { Query("group", "deeper") }
        let show: Endpoint<HTTPResponse, EndpointError<TwitterError>> = deeper {
            GET("/a")
            Query("own", 1)
        }
        expectPlan(
            show,
            """
            apus plan 1
            GET https://api.example.com/v1/a?format=json&group=inner&group=deeper&own=1
            tags: twitter, statuses
            query
              format = json
              group = inner
              group = deeper
              own = 1
            fields
              Authorization: Bearer <redacted>
              X-Client: apus
              X-Inner: 1
            policies
              timeout 20 s
            responses
              200..<300 gives the response
              any other throws TwitterError
            plugins
              stamp api
            """)
    }

    @Test(
        "Conditions decide what a group shares",
        arguments: [
            (true, "GET https://staging.example.com/a?n=0&n=1"), (false, "GET https://api.example.com/a?n=0&n=1"),
        ])
    func conditions(_ isStaging: Bool, _ line: String) {
        let group = EndpointGroup {
            if isStaging {
                BaseURL("https://staging.example.com")
            } else {
                BaseURL("https://api.example.com")
            }
            if isStaging { Use(Stamp()) }
            for number in 0..<2 { Query("n", number) }
            switch isStaging {
            case true: Tags("staging")
            case false: Tags("live")
            }
        }
        let plan = group { GET("/a") }.plan
        #expect(plan.description.contains("\n\(line)\n"))
        #expect(plan.tags == [isStaging ? "staging" : "live"])
        #expect(plan.plugins == (isStaging ? ["stamp 1"] : []))
    }

    @Test func `An empty group shares nothing`() {
        let group: EndpointGroup<EndpointError<Never>> = EndpointGroup {}
        #expect(group { GET("/a") }.plan == Endpoint { GET("/a") }.plan)
    }

    @Test func `A group's problem is each endpoint's`() {
        let group = EndpointGroup {
            BaseURL("https://api.example.com")
            Query("n", Double.infinity)
        }
        #expect(group { GET("/a") }.plan.problems.map(\.name) == ["n"])
    }

    @Test func `A plan that no client has seen lists the changes; a client's, the plugins that run`() {
        let client = Client(transport: TypeTests.Answer()) {
            Log { _ in }
            Stamp(text: "client")
        }
        let own = Self.api {
            GET("/a")
            Use(Stamp(text: "endpoint"))
        }
        let less = Self.api {
            GET("/a")
            Without(Stamp.self)
            Without(FollowRedirects.self)
        }
        #expect(
            client.plan(for: Self.api { GET("/a") }).plugins == ["log", "stamp api", "follow redirects, at most 20"])
        #expect(client.plan(for: own).plugins == ["log", "stamp endpoint", "follow redirects, at most 20"])
        #expect(client.plan(for: less).plugins == ["log"])
    }
}
