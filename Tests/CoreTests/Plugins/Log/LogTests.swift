import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite struct LogTests {
    private static func lines(
        _ endpoint: Endpoint<some Sendable, some Error>, log: (@Sendable (Lines) -> [any Plugin])? = nil,
        _ answer: @escaping StubTransport.Answer
    ) async -> [String] {
        let lines = Lines()
        let client = Client("http://a.example", transport: StubTransport(answer), clock: ManualClock()) {
            Log { lines.append($0) }
            log?(lines) ?? []
        }
        _ = await client.call(endpoint).result
        return lines.all
    }

    private static let named = Endpoint {
        GET("/x"); Name("company.show")
    }

    @Test("A success has name, request, status, size and time")
    func success() async {
        let lines = await Self.lines(Self.named) { _ throws(TransportError) in
            HTTPResponse(status: 200, body: HTTPBody("äb"))
        }
        #expect(lines == ["company.show GET http://a.example/x -> 200 OK, 3 bytes, 0 ms"])
        let unnamed = await Self.lines(Endpoint { GET("/x") }) { _ throws(TransportError) in HTTPResponse(status: 599) }
        #expect(unnamed == ["GET http://a.example/x -> 599, 0 bytes, 0 ms"])
    }

    @Test("A failure has its words instead")
    func failure() async {
        let lines = await Self.lines(Self.named) { _ throws(TransportError) in
            throw TransportError(.tls, "bad\ncertificate")
        }
        #expect(lines == ["company.show GET http://a.example/x -> TLS failed: bad\\ncertificate, 0 ms"])
        let cancelled = await Self.lines(Self.named) { _ throws(TransportError) in throw TransportError(.cancelled) }
        #expect(cancelled == ["company.show GET http://a.example/x -> cancelled, 0 ms"])
    }

    @Test("A refused redirect has status and reason")
    func redirect() async {
        let lines = await Self.lines(Endpoint { GET("https://a.example/x") }) { _ throws(TransportError) in
            HTTPResponse(status: 302, fields: ["Location": "http://a.example/\u{E4}"])
        }
        #expect(
            lines == [
                "GET https://a.example/x -> 302 Found, a redirect from https to http is not followed: "
                    + "http://a.example/%C3%A4, 0 ms"
            ])
    }

    @Test("Secrets in the query are redacted, control characters in name and URL escaped")
    func safe() async {
        let endpoint = Endpoint {
            GET("/\("p", "a\nb\u{1B}")")
            APIKey("key", "s3cr3t", in: .query)
            Name("evil\nname\u{202E}")
        }
        let lines = await Self.lines(endpoint) { _ throws(TransportError) in HTTPResponse(status: 200) }
        #expect(lines == ["evil\\nname\\u{202E} GET http://a.example/a%0Ab%1B?key=<redacted> -> 200 OK, 0 bytes, 0 ms"])
    }

    @Test("Whatever a plugin throws stays on one line", arguments: ["line\nline", "\u{1B}[2J", "a\u{2028}b\r"])
    func oneLine(_ text: String) async {
        struct Own: Error, CustomStringConvertible { let description: String }
        let errors: [any Error] = [
            Own(description: text), UnacceptableResponse(HTTPResponse(status: 200), text), TransportError(.other, text),
            PlanError([PlanProblem(.plugin, name: text, value: text, reason: text), PlanProblem(.plugin, reason: text)]
            ),
        ]
        for error in errors {
            let lines = await Self.lines(Self.named, log: { _ in [Intercept { _, _, _ in throw error }] }) {
                _ throws(TransportError) in HTTPResponse(status: 200)
            }
            #expect(lines.count == 1)
            #expect(
                lines.allSatisfy { line in !line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x2028 } })
        }
    }

    @Test("Inside of what tries again there is a line for each attempt")
    func attempts() async {
        let lines = await Self.lines(
            Self.named,
            log: { lines in
                [
                    Intercept { request, _, next in
                        _ = try await next(request)
                        return try await next(request, attempt: 2)
                    },
                    Intercept { request, exchange, next in
                        lines.append("attempt \(exchange.attempt)")
                        return try await next(request)
                    },
                ]
            }
        ) { _ throws(TransportError) in HTTPResponse(status: 200) }
        #expect(lines.map { $0.prefix(9) } == ["attempt 1", "attempt 2", "company.s"])
    }
}
