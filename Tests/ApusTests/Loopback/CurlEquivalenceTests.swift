import Apus
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// `plan.curl`, run by a real shell and a real curl, asks for what a call asks for.
@Suite struct CurlEquivalenceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let endpoint: Endpoint<HTTPResponse, EndpointError<Never>>
    }

    static let nasty = #"it's "q" $HOME `id` $(id) \ \\ \n !! ~ * ? [a] {b} <x> | & ; # %41 + 日本 🐦"#

    static let reading: [Row] = [
        Row(
            testDescription: "a nasty query and path",
            endpoint: Endpoint {
                GET("/items/\("id", nasty)/x'y")
                Query(nasty, nasty)
                Query("list", ["a b", "c,d", ""], style: .comma)
                Query(flag: "verbose")
                Query("filter", ["x[]": "1"], style: .deepObject)
            }),
        Row(
            testDescription: "literal text that curl has a meaning for",
            endpoint: Endpoint { GET("/{}b/[1-3]/%7B/$HOME/'?q={,/y}&r=[1-2]&%20") }),
        Row(
            testDescription: "nasty fields",
            endpoint: Endpoint {
                GET("/fields")
                Header("X-Nasty", nasty)
                Header("X-At", "@/etc/passwd")
                Header("X-Empty", "")
                Header("X-Colon", "a: b;")
                Header("X-Tab", "a\tb")
                Accept(.json, .html)
            }),
        Row(
            testDescription: "HEAD",
            endpoint: Endpoint {
                HEAD("/head")
                Query("q", nasty)
                Timeout(.seconds(60))
            }),
        Row(testDescription: "the root, without a path", endpoint: Endpoint { GET("") }),
    ]

    static let writing: [Row] = [
        Row(
            testDescription: "JSON",
            endpoint: Endpoint {
                POST("/json")
                Body(json: [nasty: nasty])
            }),
        Row(
            testDescription: "a form",
            endpoint: Endpoint {
                POST("/form")
                Body(form: ["q": [nasty, "", "a=b&c"]], style: .brackets)
            }),
        Row(
            testDescription: "text of several lines that begins with @",
            endpoint: Endpoint {
                PUT("/text")
                Body(text: "@file\n\(nasty)\n\n\tend'\n")
            }),
        Row(
            testDescription: "text with carriage returns",
            endpoint: Endpoint {
                PATCH("/crlf")
                Body(text: "a\r\nb\r\n")
            }),
        Row(
            testDescription: "every byte there is",
            endpoint: Endpoint {
                POST("/bytes")
                Body(Data((0...255).map { UInt8($0) }), type: .octetStream)
            }),
        Row(
            testDescription: "an empty text",
            endpoint: Endpoint {
                POST("/empty")
                Body(text: "")
            }),
        Row(testDescription: "POST without a body", endpoint: Endpoint { POST("/none") }),
        Row(
            testDescription: "DELETE without a body",
            endpoint: Endpoint {
                DELETE("/none")
                Query("id", nasty)
            }),
        Row(
            testDescription: "another method with a body",
            endpoint: Endpoint {
                Method("PROPFIND", "/dav")
                Body(text: "<a b='c'/>", type: .xml)
            }),
        Row(
            testDescription: "a declared type",
            endpoint: Endpoint {
                POST("/type")
                Body(json: [1, 2])
                Header(.contentType, "application/vnd.a+json")
            }),
        Row(
            testDescription: "OPTIONS",
            endpoint: Endpoint {
                OPTIONS("/options")
                Header(.accept, "*/*")
            }),
    ]

    /// What no declaration is about: who asks, how the connection is used, what the client can decode.
    private static let clientsOwn: Set<String> = [
        "user-agent", "accept-encoding", "accept-language", "connection", "host",
    ]

    /// The fields by name; transports may join those of one name (RFC 9110 §5.3), and may say that there is no body.
    private func fields(_ request: ReceivedRequest, without undeclared: Set<String>) -> [String: String] {
        let kept = request.fields.filter { field in
            !undeclared.contains(field.name.lowercased())
                && (field.name.lowercased(), field.value) != ("content-length", "0")
        }
        return Dictionary(kept.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    }

    @Test("curl sends what the call sends", arguments: reading + writing)
    func same(row: Row) async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.otherwise { _ in .text("ok") }
        let client = Client(server.url)
        let plan = client.plan(for: row.endpoint)
        _ = try await client.send(row.endpoint)
        let output = try await Shell.run("\(plan.curl) --silent --show-error --noproxy '*' --output /dev/null")
        #expect(output.status == 0, "\(output.errors)")
        let received = server.received
        try #require(received.count == 2)
        let (sent, pasted) = (received[0], received[1])
        #expect(pasted.method == sent.method)
        #expect(pasted.target == sent.target)
        #expect(pasted.body == sent.body)
        // A transport may say that it takes anything where nothing is declared.
        let isAcceptDeclared = try plan.request().fields.contains(.accept)
        let undeclared = isAcceptDeclared ? Self.clientsOwn : Self.clientsOwn.union(["accept"])
        #expect(fields(pasted, without: undeclared) == fields(sent, without: undeclared))
        for field in try plan.request().fields {
            #expect(sent.field(field.name.rawName) == field.value)
        }
    }

    @Test("A file is sent by both")
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus '\(UUID())' $x.bin")
        try Data("@it's\u{0}\r\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await same(
            row: Row(
                testDescription: "file",
                endpoint: Endpoint {
                    PUT("/file")
                    Body(file: file, type: .png)
                }))
    }

    @Test("A plan that can't be sent is a comment for the shell")
    func problems() async throws {
        let endpoint = Endpoint {
            GET("/items/\("id", "..")")
            Header("X-Bad", "a\r\nrm -rf /; echo gone")
        }
        let output = try await Shell.run(Client("http://127.0.0.1:9").plan(for: endpoint).curl)
        #expect(output.status == 0)
        #expect(output.text.isEmpty)
        #expect(output.errors.isEmpty)
    }
}
