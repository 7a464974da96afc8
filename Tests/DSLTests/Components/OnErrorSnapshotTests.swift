import ApusCore
import ApusDSL
import Testing

@Suite struct OnErrorSnapshotTests {
    @Test func `A plain OnError answers for what nothing else names`() {
        expectPlan(
            Endpoint {
                GET("/a")
                OnError(TwitterError.self)
                Decode(Corporation.self)
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json
            responses
              any other throws TwitterError
              200..<300 gives Corporation
            """)
    }

    @Test func `Several are mapped to one type`() {
        expectPlan(
            Endpoint {
                GET("/a")
                OnError(404, NotFound.self, as: APIFailure.notFound)
                OnError(410) { _ in APIFailure.gone }
                OnError(.serverError, TwitterError.self, at: "errors.0", mediaType: .json, as: APIFailure.other)
                OnError { _ in APIFailure.gone }
            },
            """
            apus plan 1
            GET /a
            responses
              200..<300 gives the response
              404 throws NotFound as APIFailure
              410 throws APIFailure by hand
              500..<600 application/json throws TwitterError at errors.0 as APIFailure
              any other throws APIFailure by hand
            """)
    }

    @Test func `Any names the 2xx as well`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode(Corporation.self)
                OnError(.any, TwitterError.self)
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json
            responses
              200..<300 gives Corporation
              any throws TwitterError
            """)
    }
}
