import ApusCore
import ApusDSL
import Foundation
import Testing

/// Rows answer with their own name, so that a test sees which one was asked.
@Suite struct PrecedenceTests {
    private typealias Row = ResponseRow<String>

    private static func row(_ statuses: StatusSet, _ name: String, type: MediaType? = nil) -> Row {
        ResponseRow(statuses, mediaType: type, model: name) { _ in name }
    }

    private static func word(
        values: [Row], errors: [Row], _ status: HTTPStatus, type: String? = "application/json"
    ) async -> String {
        let endpoint = Endpoint<String, EndpointError<String>>(plan: RequestPlan(), values: values, errors: errors)
        return Answers.word(await Answers.result(of: endpoint, Answers.response(status, "x", type: type)))
    }

    @Test("An exact status goes before a range, a range before any, any before what is left over")
    func specificity() async {
        let values = [
            Self.row(.unclaimed, "left"), Self.row(.any, "any"), Self.row(.success, "range"),
            Self.row([201, 202], "exact"),
        ]
        let words = [(201, "exact"), (202, "exact"), (200, "range"), (299, "range"), (404, "any")]
        for (status, word) in words {
            #expect(await Self.word(values: values, errors: [], HTTPStatus(status)) == "value \(word)")
            #expect(await Self.word(values: values.reversed(), errors: [], HTTPStatus(status)) == "value \(word)")
            #expect(await Self.word(values: [], errors: values, HTTPStatus(status)) == "error \(word) at \(status)")
        }
        #expect(await Self.word(values: [values[0]], errors: [], 500) == "value left")
    }

    @Test("A narrower range does not go before a wider one: the first declared does")
    func ranges() async {
        let rows = [Self.row(.range(200..<500), "wide"), Self.row(.range(200..<201), "narrow")]
        #expect(await Self.word(values: rows, errors: [], 200) == "value wide")
        #expect(await Self.word(values: rows.reversed(), errors: [], 200) == "value narrow")
    }

    @Test(
        "A success and a failure compete by the same rules",
        arguments: [
            (StatusSet.success, StatusSet.unclaimed, "value"), (.success, .any, "value"), (.success, .success, "value"),
            (.success, 200, "error"), (.any, .success, "error"), (.unclaimed, .any, "error"), (200, 200, "value"),
            (200, .success, "value"), (.range(200..<201), .range(0..<1000), "value"),
        ])
    func successOrFailure(_ value: StatusSet, _ error: StatusSet, expected: String) async {
        let word = await Self.word(values: [Self.row(value, "v")], errors: [Self.row(error, "e")], 200)
        #expect(word == (expected == "value" ? "value v" : "error e at 200"))
    }

    @Test("A row of the response's media type goes before one without, whatever the order; another is not asked")
    func mediaTypes() async {
        let rows = [
            Self.row(200, "any type"), Self.row(200, "json", type: .json), Self.row(200, "xml", type: .xml),
            Self.row(.success, "range json", type: .json),
        ]
        let words = [
            ("application/json; charset=utf-8", "json"), ("application/problem+json", "json"), ("image/svg+xml", "xml"),
            ("text/html", "any type"), ("", "any type"), ("json", "any type"),
        ]
        for (type, word) in words {
            #expect(await Self.word(values: rows, errors: [], 200, type: type) == "value \(word)")
            #expect(await Self.word(values: rows.reversed(), errors: [], 200, type: type) == "value \(word)")
        }
        #expect(await Self.word(values: rows, errors: [], 200, type: nil) == "value any type")
        #expect(await Self.word(values: [rows[1]], errors: [], 200, type: nil) == "unexpected 200")
        #expect(
            await Self.word(values: [rows[1]], errors: [Self.row(.unclaimed, "e")], 200, type: "a/b")
                == "error e at 200")
    }

    @Test("The specificity of the status goes before that of the media type")
    func statusBeforeType() async {
        let rows = [Self.row(.success, "range json", type: .json), Self.row(200, "exact")]
        #expect(await Self.word(values: rows, errors: [], 200) == "value exact")
    }

    @Test("Rows that fit equally well are asked in declared order, success or failure")
    func order() async {
        let both = Endpoint {
            GET("/x")
            OnError(200) { _ in "first" }
            Decode(200) { _ in "second" }
            Decode([200]) { _ in "third" }
        }
        #expect(Answers.word(await Answers.result(of: both, Answers.response(200))) == "error first at 200")
        let turned = Endpoint {
            GET("/x")
            Decode(200) { _ in "second" }
            Decode([200]) { _ in "third" }
            OnError(200) { _ in "first" }
        }
        #expect(Answers.word(await Answers.result(of: turned, Answers.response(200))) == "value second")
    }

    @Test("An endpoint's row goes before its group's, unless the group's names the status more closely")
    func group() async {
        let group = EndpointGroup {
            OnError(404) { _ in "group 404" }
            OnError { _ in "group" }
        }
        let endpoint = group {
            GET("/x")
            OnError(.clientError) { _ in "own range" }
            OnError { _ in "own" }
        }
        for (status, word) in [(404, "group 404"), (400, "own range"), (500, "own")] {
            let result = await Answers.result(of: endpoint, Answers.response(HTTPStatus(status)))
            #expect(Answers.word(result) == "error \(word) at \(status)")
        }
    }

    @Test("Without a row the response is unexpected, with its bytes and a reason")
    func undeclared() async {
        let endpoint = Endpoint {
            GET("/x")
            Decode(201, Person.self)
            Decode(202, Person.self, mediaType: .json)
        }
        for (status, type, reason) in [
            (200, "text/html", "no Decode or OnError is declared for this status"),
            (404, "application/json", "no Decode or OnError is declared for this status"),
            (202, "text/html", "no Decode or OnError is declared for this status with text/html"),
        ] {
            let sent = Answers.response(HTTPStatus(status), "the bytes", type: type)
            guard case .failure(.unexpected(let response, let text)) = await Answers.result(of: endpoint, sent) else {
                Issue.record("not unexpected")
                continue
            }
            #expect(response.text == "the bytes")
            #expect(text == reason)
        }
    }
}
