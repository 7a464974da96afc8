import Apus
import Foundation
import Testing

@Suite(.needsHttpbin) struct BodyEchoTests {
    struct Order: Codable, Sendable, Equatable {
        struct Item: Codable, Sendable, Equatable {
            let title: String
            let price: Decimal
            let tags: [String]
            let note: String?
        }

        enum State: String, Codable, Sendable {
            case open, closed
        }

        let id: Int64
        let isPaid: Bool
        let state: State
        let items: [Item]
        let byLanguage: [String: [String: Int]]
        let placed: Date
    }

    static let order = Order(
        id: 9_007_199_254_740_993, isPaid: true, state: .closed,
        items: [
            Order.Item(title: "say \"鳥\" / \\ \u{1F426}", price: 12.25, tags: OddText.all, note: nil),
            Order.Item(title: "", price: -1, tags: [], note: "\u{0}\u{1F}\u{7F}"),
        ],
        byLanguage: ["日本語": ["鳥": 1], "": [:]], placed: Date(timeIntervalSince1970: 1_700_000_000))

    @Test("A nested value comes back as it was sent, as JSON")
    func json() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                POST("/post")
                Body(json: Self.order)
                Decode(Order.self, at: "json")
            })
        #expect(echo == Self.order)
    }

    @Test("JSON is declared as JSON, and the answer is asked for as JSON")
    func jsonFields() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                PUT("/put")
                Body(json: ["a": 1])
                Decode(Echo.self)
            })
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(echo.headers["Accept"] == "application/json")
        #expect(echo.data == #"{"a":1}"#)
    }

    @Test(
        "Text that looks like a form, a file or JSON is sent as it is", arguments: OddText.all + ["@/etc/passwd", "{"])
    func text(text: String) async throws {
        let echo = try await httpbin.send(
            Endpoint {
                PATCH("/patch")
                Body(text: text)
                Decode(Echo.self)
            })
        #expect(echo.data == text)
        #expect(echo.form?.isEmpty == true)
    }

    @Test("Bytes are sent as they are, with the type given")
    func bytes() async throws {
        let data = Data((0...255).map { UInt8($0) })
        let echo = try await httpbin.send(
            Endpoint {
                POST("/post")
                Body(data, type: .png)
                Decode(Echo.self)
            })
        #expect(echo.data == "data:application/octet-stream;base64,\(data.base64EncodedString())")
        #expect(echo.headers["Content-Type"] == "image/png")
        #expect(echo.headers["Content-Length"] == "256")
    }

    @Test("A file's content is sent as the body")
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID()) 日本.txt")
        try Data("from a file\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let echo = try await httpbin.send(
            Endpoint {
                POST("/post")
                Body(file: file, type: .text)
                Decode(Echo.self)
            })
        #expect(echo.data == "from a file\n")
        #expect(echo.headers["Content-Length"] == "12")
    }

    @Test("A body of a megabyte arrives whole")
    func large() async throws {
        let text = String(repeating: "0123456789abcdef", count: 65_536)
        let echo = try await httpbin.send(
            Endpoint {
                POST("/post")
                Body(text: text)
                Decode(Echo.self)
            })
        #expect(echo.data == text)
    }

    @Test("Declared fields arrive, those of one name in their order")
    func fields() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/headers")
                Header("X-Trace", "one")
                Header("X-Trace", "two")
                Header("X-Odd", "a, \"b\"; c='d' = %41 \\ e")
                Header(.userAgent, "ApusTests/1.0")
                Header(.accept, "application/json; q=0.9", .replace)
                Decode([String: String].self, at: "headers")
            })
        #expect(echo["X-Trace"]?.filter { $0 != " " } == "one,two")
        #expect(echo["X-Odd"] == "a, \"b\"; c='d' = %41 \\ e")
        #expect(echo["User-Agent"] == "ApusTests/1.0")
        #expect(echo["Accept"] == "application/json; q=0.9")
    }

    @Test("The fields of an answer are read whatever their case")
    func responseFields() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/response-headers")
                Query("X-Answer", "a b, c")
                Query("Retry-After", 7)
            }
        ).reply
        #expect(reply.response.fields["x-answer"] == "a b, c")
        #expect(reply.response.fields[.retryAfter] == "7")
    }
}
