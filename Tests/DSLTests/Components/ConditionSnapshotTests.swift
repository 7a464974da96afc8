import ApusCore
import ApusDSL
import Testing

/// The same declaration under other conditions, and a component of one's own.
@Suite struct ConditionSnapshotTests {
    struct Paged: EndpointComponent {
        let page: Int

        func declare(in plan: inout RequestPlan) {
            Query("page", page).declare(in: &plan)
            if page < 1 { plan.report(PlanProblem(.query, name: "page", reason: "pages count from 1")) }
        }
    }

    func search(_ text: String?, sorted: Bool = false, kinds: [String] = [], page: Int = 1) -> Endpoint<
        HTTPResponse, EndpointError<Never>
    > {
        Endpoint {
            GET("/search")
            if let text {
                Query("q", text)
                Header("X-Searched", text)
            } else {
                Query(flag: "all")
            }
            if sorted {
                Query("sort", "name")
                Use(Stamp(text: "sorted"))
            }
            for kind in kinds {
                Query("kind", kind)
                if kind == "private" { Bearer("s3cr3t") }
            }
            switch page {
            case 1: Tags("first")
            case 2...9: Paged(page: page)
            default:
                Paged(page: page)
                Timeout(.seconds(60))
            }
            Query("end", true)
        }
    }

    @Test func `The first branches and no round`() {
        expectPlan(
            search("a"),
            """
            apus plan 1
            GET /search?q=a&end=true
            tags: first
            query
              q = a
              end = true
            fields
              X-Searched: a
            responses
              200..<300 gives the response
            """)
    }

    @Test func `The other branches and two rounds`() {
        expectPlan(
            search(nil, sorted: true, kinds: ["public", "private"], page: 2),
            """
            apus plan 1
            GET /search?all&sort=name&kind=public&kind=private&page=2&end=true
            query
              all
              sort = name
              kind = public
              kind = private
              page = 2
              end = true
            fields
              Authorization: Bearer <redacted>
            responses
              200..<300 gives the response
            plugins
              stamp sorted
            """)
    }

    @Test func `The last case`() {
        expectPlan(
            search("a", page: 10),
            """
            apus plan 1
            GET /search?q=a&page=10&end=true
            query
              q = a
              page = 10
              end = true
            fields
              X-Searched: a
            policies
              timeout 60 s
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A component of one's own reports a problem`() {
        expectPlan(
            Endpoint {
                GET("/search")
                Paged(page: 0)
            },
            """
            apus plan 1
            GET /search?page=0
            query
              page = 0
            responses
              200..<300 gives the response
            problems
              query item 'page': pages count from 1
            """)
    }
}
