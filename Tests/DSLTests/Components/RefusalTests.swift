import ApusCore
import ApusDSL
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Declarations that must not be sent, each with the words for it; what is wrong with URLs is in `EncodingRow`.
struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let endpoint: Endpoint<HTTPResponse, EndpointError<Never>>
    let problems: [String]

    init(
        _ name: String, _ problems: String..., endpoint: Endpoint<HTTPResponse, EndpointError<Never>>
    ) {
        self.name = name
        self.endpoint = endpoint
        self.problems = problems
    }

    var testDescription: String { name }

    static func field(
        _ title: String, _ name: HTTPFieldName, _ value: String, secret: Bool = false, _ problem: String
    ) -> Refusal {
        let endpoint = Endpoint {
            POST("/a")
            Header(name, value, secret: secret)
        }
        return Refusal(title, "field '\(problem)", endpoint: endpoint)
    }
}

extension Refusal {
    private static let value = "the value holds a control character such as CR, LF or NUL: take it away"
    private static let token = "the name is not a token: use letters, digits and !#$%&'*+-.^_`|~"
    private static let framing = "the transport frames the message: take the field away"
    private static let bodyOnGet = "a GET request has none: use POST, PUT or PATCH, or send the value as Query"

    static let fields: [Refusal] = [
        field("CR", "X-A", "a\rb", "X-A' \"a\\rb\": \(value)"),
        field("LF", "X-A", "a\nX-B: 1", "X-A' \"a\\nX-B: 1\": \(value)"),
        field("CR LF", "X-A", "\r\n", "X-A' \"\\r\\n\": \(value)"),
        field("NUL", "X-A", "\0", "X-A' \"\\u{0}\": \(value)"),
        field("ESC", "X-A", "\u{1B}[31m", "X-A' \"\\u{1B}[31m\": \(value)"),
        field("DEL", "X-A", "\u{7F}", "X-A' \"\\u{7F}\": \(value)"),
        field("LF in a secret, which is not shown", "X-A", "s3\ncr3t", secret: true, "X-A': \(value)"),
        field("a name with a space", "X A", "1", "X A': \(token)"),
        field("a name with a colon", "X:", "1", "X:': \(token)"),
        field("a name with CR LF", "X\r\nY", "1", "X\\r\\nY': \(token)"),
        field("a name that is not ASCII", "Größe", "1", "Größe': \(token)"),
        field("no name", "", "1", "': \(token)"),
        field("Content-Length", "content-length", "1", "content-length': \(framing)"),
        field("Transfer-Encoding", .transferEncoding, "chunked", "Transfer-Encoding': \(framing)"),
        Refusal(
            "a token with LF, which is not shown", "field 'Authorization': \(value)",
            endpoint: Endpoint {
                GET("/a")
                Bearer("s3\ncr3t")
            }),
        Refusal(
            "a user's name with a colon",
            "field 'Authorization': the user's name holds a colon: the server would cut it there",
            endpoint: Endpoint {
                GET("/a")
                Basic("me:too", "s3cr3t")
            }),
        Refusal(
            "a key's name with a space", "field 'X Key': \(token)",
            endpoint: Endpoint {
                GET("/a")
                APIKey("X Key", "s3cr3t")
            }),
        Refusal(
            "an Accept with LF", "field 'Accept' \"a/b\\n\": \(value)",
            endpoint: Endpoint {
                GET("/a")
                Accept("a/b\n")
            }),
        Refusal(
            "a body's type with LF", "field 'Content-Type' \"a/b\\n\": \(value)",
            endpoint: Endpoint {
                POST("/a")
                Body(text: "x", type: "a/b\n")
            }),
    ]

    static let bodies: [Refusal] = [
        Refusal(
            "two bodies", "body: it is declared twice: an endpoint has one",
            endpoint: Endpoint {
                POST("/a")
                Body(text: "1")
                Body(text: "2")
            }),
        Refusal(
            "a body on Method(\"GET\")", "body: \(bodyOnGet)",
            endpoint: Endpoint {
                Method("GET", "/a")
                Body(text: "1")
            }),
        Refusal(
            "a body on Method(\"HEAD\")",
            "body: a HEAD request has none: use POST, PUT or PATCH, or send the value as Query",
            endpoint: Endpoint {
                Method("HEAD", "/a")
                Body(text: "1")
            }),
        Refusal(
            "a body inside if on GET", "body: \(bodyOnGet)",
            endpoint: Endpoint {
                GET("/a")
                if Bool(true) { Body(text: "1") }
            }),
        Refusal(
            "a body before GET", "body: \(bodyOnGet)",
            endpoint: Endpoint {
                Body(text: "1")
                GET("/a")
            }),
        Refusal(
            "a body that is not a number", "body: Dictionary<String, Double> does not encode: price: \(notANumber)",
            endpoint: Endpoint {
                POST("/a")
                Body(json: ["price": Double.nan])
            }),
        Refusal(
            "a form that is not a number", "body 'price': it is nan: send a finite number, or nil to leave it out",
            endpoint: Endpoint {
                POST("/a")
                Body(form: ["price": Double.nan])
            }),
        Refusal(
            "a file that is none", "body \"https://a.example/b\": it is not a file URL",
            endpoint: Endpoint {
                POST("/a")
                if let url = URL(string: "https://a.example/b") { Body(file: url) }
            }),
    ]

    /// The encoder's own words.
    private static let notANumber = "Unable to encode Double.nan directly in JSON."

    static let others: [Refusal] = [
        Refusal(
            "a method that is not a token",
            "method \"GE T\": it is not a token: use letters, digits and !#$%&'*+-.^_`|~",
            endpoint: Endpoint { Method("GE T", "/a") }),
        Refusal(
            "no method's name", "method \"\": it is not a token: use letters, digits and !#$%&'*+-.^_`|~",
            endpoint: Endpoint { Method("", "/a") }),
        Refusal(
            "a value for no hole", "path value 'id': the path has no {id}: name a hole of the path",
            endpoint: Endpoint {
                GET("/a")
                PathValue("id", 1)
            }),
        Refusal(
            "limits of nothing", "limit 'timeout' \"-1 s\": it must be more than zero",
            "limit 'body limit' \"0\": it must be more than zero",
            endpoint: Endpoint {
                GET("/a")
                Timeout(.seconds(-1))
                BodyLimit(0)
            }),
        Refusal(
            "all that is wrong, in the order of the request",
            "query item 'q': it is inf: send a finite number, or nil to leave it out",
            "path value 'id' \"..\": a dot segment would change the path: give another value",
            "field 'X-A' \"\\n\": \(value)",
            endpoint: Endpoint {
                Header("X-A", "\n")
                GET("/\("id", "..")")
                Query("q", Double.infinity)
            }),
    ]
}

@Suite struct RefusalTests {
    @Test(
        "A declaration that must not be sent is refused by every call, with its reasons",
        arguments: Refusal.fields + Refusal.bodies + Refusal.others)
    func refuses(_ refusal: Refusal) async {
        let transport = EncodingTableTests.Recorder()
        let client = Client("https://a.example", transport: transport)
        guard case .failure(.invalid(let error)) = await client.call(refusal.endpoint).result else {
            Issue.record("it was sent")
            return
        }
        #expect(error.problems.map(\.description) == refusal.problems)
        #expect(refusal.endpoint.plan.problems == error.problems)
        #expect(transport.urls.withLock { $0 } == [])
        #expect(!refusal.endpoint.plan.description.contains("cr3t"))
        #expect(client.plan(for: refusal.endpoint).curl == refusal.problems.map { "# \($0)" }.joined(separator: "\n"))
    }

    @Test func `A tab and bytes above ASCII are no control characters`() throws {
        let endpoint = Endpoint {
            GET("/a")
            BaseURL("https://a.example")
            Header("X-A", "a\tb ä")
        }
        #expect(try endpoint.plan.request().fields["x-a"] == "a\tb ä")
    }
}
