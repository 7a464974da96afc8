import ApusCore
import ApusDSL
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct QuerySnapshotTests {
    struct Filter: Encodable {
        let name: String
        let since: Date?
        let limit: Int?
        let price: [String: Double]
        let tags: [String]
    }

    static let filter = Filter(
        name: "a b", since: Date(timeIntervalSince1970: 0), limit: nil, price: ["min": 1, "max": 2.5], tags: ["x", "y"])

    @Test func `The query stands in declared order, nil left out, a flag without a value`() {
        expectPlan(
            Endpoint {
                Query("z", "ä&=")
                GET("/search")
                Query("a", 1)
                Query("missing", Int?.none)
                Query(flag: "verbose")
                Query("empty", "")
            },
            """
            apus plan 1
            GET /search?z=%C3%A4%26%3D&a=1&verbose&empty=
            query
              z = ä&=
              a = 1
              verbose
              empty = ""
            responses
              200..<300 gives the response
            """)
    }

    @Test(
        "A list in every style",
        arguments: [
            (ParameterStyle.repeated, "tag=a%2Cb&tag=c", "tag = a,b\n  tag = c"),
            (.comma, "tag=a%2Cb,c", "tag = a,b,c"),
            (.space, "tag=a%2Cb%20c", "tag = a,b c"),
            (.pipe, "tag=a%2Cb%7Cc", "tag = a,b|c"),
            (.brackets, "tag%5B%5D=a%2Cb&tag%5B%5D=c", "tag[] = a,b\n  tag[] = c"),
            (.indexed, "tag%5B0%5D=a%2Cb&tag%5B1%5D=c", "tag[0] = a,b\n  tag[1] = c"),
            (.deepObject, "tag=a%2Cb&tag=c", "tag = a,b\n  tag = c"),
        ])
    func list(_ style: ParameterStyle, _ encoded: String, _ shown: String) {
        let endpoint = Endpoint {
            GET("/search")
            Query("tag", ["a,b", "c"], style: style)
        }
        let text = "apus plan 1\nGET /search?\(encoded)\nquery\n  \(shown)\nresponses\n  200..<300 gives the response"
        expectPlan(endpoint, text)
    }

    @Test func `An object under a name`() {
        expectPlan(
            Endpoint {
                GET("/search")
                Query("filter", Self.filter, style: .deepObject)
            },
            """
            apus plan 1
            GET /search?filter%5Bname%5D=a%20b&filter%5Bsince%5D=1970-01-01T00%3A00%3A00Z&filter%5Bprice%5D%5Bmax%5D=2.5&filter%5Bprice%5D%5Bmin%5D=1.0&filter%5Btags%5D=x&filter%5Btags%5D=y
            query
              filter[name] = a b
              filter[since] = 1970-01-01T00:00:00Z
              filter[price][max] = 2.5
              filter[price][min] = 1.0
              filter[tags] = x
              filter[tags] = y
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A value spread over the query`() {
        expectPlan(
            Endpoint {
                GET("/search")
                Query(from: Self.filter, style: .brackets)
            },
            """
            apus plan 1
            GET /search?name=a%20b&since=1970-01-01T00%3A00%3A00Z&price%5Bmax%5D=2.5&price%5Bmin%5D=1.0&tags%5B%5D=x&tags%5B%5D=y
            query
              name = a b
              since = 1970-01-01T00:00:00Z
              price[max] = 2.5
              price[min] = 1.0
              tags[] = x
              tags[] = y
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A key in the query is redacted in both places`() {
        expectPlan(
            Endpoint {
                GET("/search")
                APIKey("key", "s3cr3t", in: .query)
                Query("q", "x")
            },
            """
            apus plan 1
            GET /search?key=<redacted>&q=x
            query
              key = <redacted>
              q = x
            responses
              200..<300 gives the response
            """)
    }

    @Test func `What can't be written is a problem`() {
        expectPlan(
            Endpoint {
                GET("/search")
                Query("price", Double.nan)
                Query("filter", Self.filter)
                Query(from: 1)
            },
            """
            apus plan 1
            GET /search
            responses
              200..<300 gives the response
            problems
              query item 'price': it is nan: send a finite number, or nil to leave it out
              query item 'filter': it is an object: use style .deepObject, .brackets or .indexed
              query item: it is a scalar and has no member names: give it a name, or spread an object
            """)
    }
}
