import ApusCore
import ApusDSL
import Foundation
import Testing

@Suite struct PlanTextTests {
    @Test("The text of a plan with everything in it is canonical")
    func canonical() {
        #expect(
            PlanSamples.everything.description == """
                apus plan 1
                POST https://api.example.com/base/v1/a%2Fb/7?literal=1&q=a%20b&list=a%2Cb,c&pipe=a%7Cb&verbose&key=<redacted>
                name: company.show
                summary: Shows a company.
                tags: company, public
                path values
                  id = 7
                  kind = a/b
                query
                  q = a b
                  list = a,b,c
                  pipe = a|b
                  verbose
                  key = <redacted>
                fields
                  X-Trace: 1
                  X-Empty: ""
                  Accept-Language: de
                  X-Secret: <redacted>
                  Authorization: Bearer <redacted>
                  Accept: application/json, text/csv; header=present
                  Content-Type: application/json
                body json application/json, 46 bytes
                  {
                    "name": "Apus",
                    "size": 0.1,
                    "tags": [
                      "a/b",
                      "ü"
                    ]
                  }
                policies
                  timeout 1.5 s
                  body limit 1000 bytes
                responses
                  201 gives Model
                  202, 203 application/json gives Model
                  400..<500 throws Model
                  any throws Model
                  any other throws Model
                plugins
                  follow redirects, at most 3
                problems
                  response 'x' "y\\n": it is odd

                """)
    }

    @Test("The same declaration gives the same bytes each time, ending with one LF", arguments: PlanSamples.all)
    func deterministic(_ plan: RequestPlan) {
        let text = plan.description
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(!text.unicodeScalars.contains { $0 == "\r" || $0 == "\t" || $0 == "\u{1B}" || $0 == "\u{202E}" })
        for _ in 0..<5 { #expect(plan.description == text) }
        #expect(PlanSamples.everything.description == PlanSamples.everything.description)
    }

    @Test(
        "Characters that move the cursor, break lines or reorder text never reach the text as they are",
        arguments: [
            "\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{061C}",
            "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}",
        ])
    func escaping(_ mark: String) throws {
        let bad = "a\(mark)b"
        var plan = Endpoint {
            PUT("/\("p", bad)")
            Query("q\(mark)", bad)
            Query(flag: "f\(mark)")
            Header("X", bad)
            Name(bad)
            Summary(bad)
            Tags(bad)
            Body(json: [bad: bad])
            Use(Named(summary: bad))
            Complaint(name: bad, value: bad, reason: bad)
            OnError(404) { _ in bad }
        }.plan
        plan.accepts = [MediaType(rawValue: bad)]
        let bodies: [PlanBody.Content] = [
            .text(bad), .form([Parameter(bad, .text(bad))]), .json(Data("\"\(bad)\"".utf8)), .file(path: bad),
        ]
        for body in bodies {
            plan.body = PlanBody(body, type: MediaType(rawValue: bad))
            let scalars = plan.description.unicodeScalars
            let isBodyText = mark == "\n" && body == .text(bad)
            #expect(!plan.description.contains("a\(mark)b") || isBodyText)
            #expect(mark == "\n" || !scalars.contains { String($0) == mark })
            let lines = plan.curl.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { $0.hasPrefix("# ") }, "a plan with problems gives comments alone")
        }
    }

    @Test("A text body cannot pass for a part of the plan")
    func forgery() {
        var plan = RequestPlan()
        plan.method = .post
        plan.declare(PlanBody(.text("x\nproblems\n  none\r\nfields"), type: .text))
        #expect(plan.description.hasSuffix("\n  x\n  problems\n  \"  none\\r\\nfields\"\n"))
    }

    @Test("Problems from JSON or from errors stay on one line of the text and of the curl comment")
    func problems() throws {
        let json =
            #"{"version":1,"method":"GET","path":"/","problems":[{"part":"path","value":"x\ny","reason":"r\ns"}]}"#
        let plan = try JSONDecoder().decode(RequestPlan.self, from: Data(json.utf8))
        #expect(plan.description.hasSuffix("problems\n  path x\\ny: r\\ns\n"))
        #expect(plan.curl.hasPrefix("# path x\\ny: r\\ns"))
        let endpoint = Endpoint {
            POST("http://a.example/")
            Body(json: Unwilling())
        }
        #expect(endpoint.plan.problems.map(\.description) == ["body: Unwilling does not encode: no\\ntouch x"])
    }

    @Test(
        "A plan without a base URL shows the target alone, one that cannot be made its template",
        arguments: [
            ("/a b?c", "GET /a%20b?c"), ("", "GET /"), ("a", "GET /a"), ("/{x}", "GET /{x}"),
            ("https://a.example/b", "GET https://a.example/b"), ("https:///b", "GET https:///b"),
        ])
    func requestLine(_ path: String, expected: String) {
        let plan = Endpoint { GET(PathTemplate(path)) }.plan
        #expect(plan.description.split(separator: "\n")[1] == expected)
    }

    @Test(
        "Durations have up to three decimals and are never rounded to nothing",
        arguments: [
            (.seconds(10), "10"), (.milliseconds(250), "0.25"), (.milliseconds(1), "0.001"),
            (.microseconds(1), "0.001"), (.nanoseconds(1), "0.001"), (.microseconds(999_500), "1"),
            (.milliseconds(1001), "1.001"), (.seconds(86_400), "86400"),
        ] as [(Duration, String)])
    func durations(_ duration: Duration, expected: String) {
        var plan = RequestPlan()
        plan.timeout = duration
        #expect(plan.description.contains("\n  timeout \(expected) s\n"))
    }

    @Test("A timeout or a limit that is not positive is a problem with its value")
    func limits() {
        var plan = RequestPlan()
        plan.timeout = .milliseconds(-250)
        plan.bodyLimit = 0
        #expect(plan.problems.map(\.value) == ["\"-0.25 s\"", "\"0\""])
        plan.timeout = .zero
        #expect(plan.problems.first?.value == "\"0 s\"")
    }
}

private struct Named: Plugin {
    let summary: String

    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }
}

private struct Unwilling: Encodable {
    func encode(to encoder: any Encoder) throws {
        struct No: Error, CustomStringConvertible {
            let description = "no\ntouch x"
        }
        throw No()
    }
}
