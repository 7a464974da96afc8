import ApusCore
import ApusDSL
import Testing

@Suite struct PathSnapshotTests {
    let id = 42

    @Test func `A value in the path stands encoded in the request line and decoded below`() {
        expectPlan(
            Endpoint {
                GET("/users/\("id", "a/b c")/posts")
            },
            """
            apus plan 1
            GET /users/a%2Fb%20c/posts
            path values
              id = a/b c
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A value without a name is named by its position`() {
        expectPlan(
            Endpoint {
                DELETE("/users/\(id)/posts/\("last")")
            },
            """
            apus plan 1
            DELETE /users/42/posts/last
            path values
              1 = 42
              2 = last
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A hole is filled by its name, wherever the value is declared`() {
        expectPlan(
            Endpoint {
                PathValue("id", id)
                PUT("/users/{id}/posts/{post}")
                PathValue("post", "a")
            },
            """
            apus plan 1
            PUT /users/42/posts/a
            path values
              id = 42
              post = a
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A hole without a value stays to be seen, with its problem`() {
        expectPlan(
            Endpoint {
                GET("/users/{id}/posts")
                PathValue("user", id)
            },
            """
            apus plan 1
            GET /users/{id}/posts
            path values
              user = 42
            responses
              200..<300 gives the response
            problems
              path value 'id': it is missing or nil: give PathValue("id", …) a value
              path value 'user': the path has no {user}: name a hole of the path
            """)
    }

    @Test func `Any token is a method`() {
        expectPlan(
            Endpoint {
                Method("PROPFIND", "/dav")
            },
            """
            apus plan 1
            PROPFIND /dav
            responses
              200..<300 gives the response
            """)
    }

    @Test(
        "The other methods give their token",
        arguments: [
            ("POST", Endpoint { POST("/a") }), ("PATCH", Endpoint { PATCH("/a") }),
            ("OPTIONS", Endpoint { OPTIONS("/a") }), ("HEAD", Endpoint { HEAD("/a") }),
        ])
    func token(_ method: String, _ endpoint: Endpoint<HTTPResponse, EndpointError<Never>>) {
        expectPlan(
            endpoint,
            """
            apus plan 1
            \(method) /a
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A base URL stands in the request line`() {
        expectPlan(
            Endpoint {
                BaseURL("https://api.example.com/v1/")
                GET("/users?sort=name")
            },
            """
            apus plan 1
            GET https://api.example.com/v1/users?sort=name
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A base URL that is refused leaves the path, and its password is not shown`() {
        expectPlan(
            Endpoint {
                BaseURL("https://me:pa@ss@api.example.com/v1")
                GET("/users/\(id)")
            },
            """
            apus plan 1
            GET /users/{1}
            path values
              1 = 42
            responses
              200..<300 gives the response
            problems
              base URL "https://<redacted>@api.example.com/v1": it holds user info: declare credentials with Basic(user, password)
            """)
    }

    @Test func `The password of an absolute URL is not shown`() {
        expectPlan(
            Endpoint {
                GET("https://me:pa@ss@api.example.com/v1")
            },
            """
            apus plan 1
            GET https://<redacted>@api.example.com/v1
            responses
              200..<300 gives the response
            problems
              path "https://<redacted>@api.example.com/v1": it holds user info: declare credentials with Basic(user, password)
            """)
    }
}
