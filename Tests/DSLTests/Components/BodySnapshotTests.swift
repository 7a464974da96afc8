import ApusCore
import ApusDSL
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct BodySnapshotTests {
    struct Order: Encodable {
        let title: String
        let items: [Corporation]
        let when: Date
        let note: String?
        let link: String
        let price: Double
    }

    static let order = Order(
        title: "a\n\"b\"", items: [Corporation()], when: Date(timeIntervalSince1970: 0), note: nil,
        link: "https://a.b/c", price: 0.1)

    @Test func `JSON is laid out with sorted members`() {
        expectPlan(
            Endpoint {
                POST("/orders")
                Body(json: Self.order)
            },
            #"""
            apus plan 1
            POST /orders
            fields
              Content-Type: application/json
            body json application/json, 125 bytes
              {
                "items": [
                  {
                    "employees": 3,
                    "name": "Acme"
                  }
                ],
                "link": "https://a.b/c",
                "price": 0.1,
                "title": "a\n\"b\"",
                "when": "1970-01-01T00:00:00Z"
              }
            responses
              200..<300 gives the response
            """#)
    }

    @Test func `An encoder of one's own decides about the JSON`() {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        expectPlan(
            Endpoint {
                POST("/orders")
                Body(json: ["accessToken": 1], using: encoder)
            },
            """
            apus plan 1
            POST /orders
            fields
              Content-Type: application/json
            body json application/json, 17 bytes
              {
                "accessToken": 1
              }
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A form stands a pair a line, decoded`() {
        struct Login: Encodable {
            let user = "me & you"
            let scopes = ["read", "write"]
            let device = ["os": "Linux", "name": "a\nb"]
            let code: Int? = nil
        }
        expectPlan(
            Endpoint {
                POST("/login")
                Body(form: Login(), style: .brackets)
            },
            #"""
            apus plan 1
            POST /login
            fields
              Content-Type: application/x-www-form-urlencoded
            body form application/x-www-form-urlencoded, 100 bytes
              user = me & you
              scopes[] = read
              scopes[] = write
              device[name] = a\nb
              device[os] = Linux
            responses
              200..<300 gives the response
            """#)
    }

    @Test func `What has no place in a form is a problem`() {
        expectPlan(
            Endpoint {
                POST("/login")
                Body(form: Self.order)
            },
            """
            apus plan 1
            POST /login
            responses
              200..<300 gives the response
            problems
              body 'items': it is a list of objects: use style .indexed or .brackets
            """)
    }

    @Test func `Text stands line by line`() {
        expectPlan(
            Endpoint {
                PUT("/note")
                Body(text: "one\n\ttwo\n\nlast: \u{1B}[31m\n", type: "text/markdown")
            },
            #"""
            apus plan 1
            PUT /note
            fields
              Content-Type: text/markdown
            body text text/markdown, 22 bytes
              one
              "\ttwo"
              ""
              last: \u{1B}[31m
              ""
            responses
              200..<300 gives the response
            """#)
    }

    @Test func `Bytes stand as size, type and hash`() {
        expectPlan(
            Endpoint {
                PUT("/blob")
                Body(Data([0, 1, 255]), type: .octetStream)
            },
            """
            apus plan 1
            PUT /blob
            fields
              Content-Type: application/octet-stream
            body data application/octet-stream, 3 bytes
              fnv-1a d94a37186c0d38bf
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A file stands as its path`() {
        expectPlan(
            Endpoint {
                PUT("/photo")
                Body(file: URL(fileURLWithPath: "/srv/photo.png"), type: .png)
            },
            """
            apus plan 1
            PUT /photo
            fields
              Content-Type: image/png
            body file image/png
              /srv/photo.png
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A declared Content-Type goes before the body's`() {
        expectPlan(
            Endpoint {
                PATCH("/orders/1")
                Body(json: ["op": "remove"])
                Header(.contentType, "application/merge-patch+json")
            },
            """
            apus plan 1
            PATCH /orders/1
            fields
              Content-Type: application/merge-patch+json
            body json application/json, 15 bytes
              {
                "op": "remove"
              }
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A body can stand before the method and under a condition`() {
        expectPlan(
            Endpoint {
                if Self.order.items.isEmpty {
                    Body(text: "none")
                } else {
                    Body(text: "some")
                }
                POST("/orders")
            },
            """
            apus plan 1
            POST /orders
            fields
              Content-Type: text/plain; charset=utf-8
            body text text/plain; charset=utf-8, 4 bytes
              some
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A stream says its length and whether it can be replayed`() {
        expectPlan(
            Endpoint {
                PUT("/film")
                Body(stream: ByteStream(length: 512) { { nil } }, type: "video/mp4")
            },
            """
            apus plan 1
            PUT /film
            fields
              Content-Type: video/mp4
            body stream video/mp4
              stream of 512 bytes
            responses
              200..<300 gives the response
            """)
        expectPlan(
            Endpoint {
                PUT("/film")
                Body(stream: ByteStream(isReplayable: true) { { nil } })
            },
            """
            apus plan 1
            PUT /film
            fields
              Content-Type: application/octet-stream
            body stream application/octet-stream
              stream of unknown length, replayable
            responses
              200..<300 gives the response
            """)
    }

    @Test func `A stream is piped into curl`() {
        let plan = Endpoint {
            PUT("https://a.example/film")
            Body(stream: ByteStream(length: 512) { { nil } }, type: "video/mp4")
        }.plan
        #expect(plan.curl.contains("--data-binary @-"))
        #expect(plan.curl.contains("--header 'Expect:'"))
    }
}
