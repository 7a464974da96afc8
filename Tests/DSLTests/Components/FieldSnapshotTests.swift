import ApusCore
import ApusDSL
import Testing

@Suite struct FieldSnapshotTests {
    @Test func `Fields keep their case and order, and nil is left out`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Header("X-trace", "1")
                Header(.userAgent, "me")
                Header("x-TRACE", "2")
                Header("X-None", nil)
                Header("X-Tab", "a\tb")
            },
            #"""
            apus plan 1
            GET /a
            fields
              X-trace: 1
              User-Agent: me
              x-TRACE: 2
              X-Tab: a\tb
            responses
              200..<300 gives the response
            """#)
    }

    @Test func `Replacing removes what was declared before under the name`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Header("X-Trace", "1")
                Header("X-Other", "1")
                Header("x-trace", "2", .replace)
                Header("X-Trace", "3")
            },
            """
            apus plan 1
            GET /a
            fields
              X-Other: 1
              x-trace: 2
              X-Trace: 3
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A declared Accept goes before that of Decode`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode(Corporation.self)
                Accept(.xml, "application/json; q=0.5")
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/xml, application/json; q=0.5
            responses
              200..<300 gives Corporation
            """)
    }

    @Test func `A replaced Accept goes before that of Decode`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Header(.accept, "text/plain", .replace)
                Decode(Corporation.self)
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: text/plain
            responses
              200..<300 gives Corporation
            """)
    }

    @Test func `Secrets are redacted, their scheme is not`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Header("X-Session", "s3cr3t", secret: true)
                Bearer("s3cr3t")
                APIKey("X-Key", "s3cr3t")
            },
            """
            apus plan 1
            GET /a
            fields
              X-Session: <redacted>
              Authorization: Bearer <redacted>
              X-Key: <redacted>
            responses
              200..<300 gives the response
            """)
    }

    @Test func `Later credentials take the place of earlier ones`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Bearer("s3cr3t")
                Basic("me", "s3cr3t")
            },
            """
            apus plan 1
            GET /a
            fields
              Authorization: Basic <redacted>
            responses
              200..<300 gives the response
            """)
    }
}
