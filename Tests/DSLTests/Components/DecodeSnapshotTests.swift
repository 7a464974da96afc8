import ApusCore
import ApusDSL
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct DecodeSnapshotTests {
    struct Lines: BodyDecoder {
        let mediaType: MediaType = "text/csv"
        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            try JSONDecoder().decode(type, from: data)
        }
    }

    @Test func `A type is asked for as JSON and answers for every 2xx`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode(Corporation.self)
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json
            responses
              200..<300 gives Corporation
            """)
    }

    @Test func `An optional has a row for 304 too`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode(Corporation?.self)
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json
            responses
              200..<300 gives Corporation?
              304 gives Corporation?
            """)
    }

    @Test func `A part of the document`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode([Corporation].self, at: "data.items")
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json
            responses
              200..<300 gives [Corporation] at data.items
            """)
    }

    @Test func `A decoder of one's own asks for its media type`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode([String: Int].self, using: Lines())
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: text/csv
            responses
              200..<300 gives [String: Int]
            """)
    }

    @Test func `Several statuses mapped to one type stand in declared order`() {
        expectPlan(
            Endpoint {
                POST("/jobs")
                Decode(201, Job.self, as: Outcome.started)
                Decode(.range(202..<300), Corporation.self, as: Outcome.done)
                Decode([204, 410]) { _ in Outcome.gone }
            },
            """
            apus plan 1
            POST /jobs
            fields
              Accept: application/json
            responses
              201 gives Job as Outcome
              202..<300 gives Corporation as Outcome
              204, 410 gives Outcome by hand
            """)
    }

    @Test func `Rows limited to a media type name it`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode(200, Corporation.self, mediaType: .json)
                Decode(200, Corporation.self, mediaType: "text/csv", using: Lines())
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json, text/csv
            responses
              200 application/json gives Corporation
              200 text/csv gives Corporation
            """)
    }

    @Test func `A mapping by hand names what it gives`() {
        expectPlan(
            Endpoint {
                GET("/a")
                Decode { response in response.status.code }
            },
            """
            apus plan 1
            GET /a
            responses
              200..<300 gives Int by hand
            """)
    }

    @Test(
        "The simple ones say what they give",
        arguments: [
            (
                Endpoint {
                    GET("/a"); DecodeText()
                }.plan, "200..<300 gives text"
            ),
            (
                Endpoint {
                    GET("/a"); DecodeData()
                }.plan, "200..<300 gives data"
            ),
            (
                Endpoint {
                    GET("/a"); DecodeNothing()
                }.plan, "200..<300 gives nothing"
            ),
            (
                Endpoint {
                    GET("/a"); DecodeResponse()
                }.plan, "any gives the response"
            ),
            (Endpoint { GET("/a") }.plan, "200..<300 gives the response"),
        ])
    func simple(_ plan: RequestPlan, _ row: String) {
        #expect(plan.description == "apus plan 1\nGET /a\nresponses\n  \(row)\n")
    }

    @Test func `A Decode after DecodeResponse, which types can't tell from none, is a problem`() {
        expectPlan(
            Endpoint {
                GET("/a")
                DecodeResponse()
                Decode(Corporation.self)
            },
            """
            apus plan 1
            GET /a
            fields
              Accept: application/json
            responses
              200..<300 gives Corporation
            problems
              response: there are two Decodes for all successes: give each its statuses, or remove one
            """)
    }

    @Test func `Streams and files ask for no media type`() {
        expectPlan(
            Endpoint {
                GET("/film")
                DecodeStream()
            },
            """
            apus plan 1
            GET /film
            responses
              200..<300 gives stream
            """)
        expectPlan(
            Endpoint {
                GET("/film")
                DecodeFile(to: URL(filePath: "/films/film.mp4"))
            },
            """
            apus plan 1
            GET /film
            responses
              200..<300 gives file /films/film.mp4
            """)
    }
}
