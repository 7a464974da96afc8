import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Testing

@Suite struct EmptyBodyTests {
    private static let good = #"{"name":"A","addresses":[]}"#

    @Test(
        "An optional is nil where there is no content, a value that is not optional is missing then",
        arguments: [
            (200, "", "value nil", "decoding emptyBody"), (204, "", "value nil", "decoding emptyBody"),
            (205, "", "value nil", "decoding emptyBody"), (204, "junk", "value nil", "decoding malformed"),
            (304, "", "value nil", "unexpected 304"), (200, "null", "value nil", "decoding missing"),
            (200, good, "value A", "value A"), (201, good, "value A", "value A"),
            (404, "", "unexpected 404", "unexpected 404"),
        ])
    func table(_ status: Int, _ body: String, optional: String, plain: String) async {
        let response = Answers.response(HTTPStatus(status), body)
        let optionalEndpoint = Endpoint {
            GET("/x"); Decode(Person?.self)
        }.map { $0?.name ?? "nil" }
        let plainEndpoint = Endpoint {
            GET("/x"); Decode(Person.self)
        }.map(\.name)
        #expect(Answers.word(await Answers.result(of: optionalEndpoint, response)) == optional)
        #expect(Answers.word(await Answers.result(of: plainEndpoint, response)) == plain)
    }

    @Test("The message for an empty body names the optional type, and the plan shows it")
    func words() async {
        let result = await Answers.result(
            of: Endpoint {
                GET("/x"); Decode(Person.self)
            }, Answers.response(204, ""))
        #expect("\(result)".contains("the response has no body; declare Person? where that can happen"))
        let rules = Endpoint {
            GET("/x"); Decode(Person?.self)
        }.plan.responses.map(\.description)
        #expect(rules == ["200..<300 gives Person?", "304 gives Person?"])
    }

    @Test("A HEAD has no body: nil, nothing, no data or the response itself, as declared")
    func head() async throws {
        let answer = Answers.response(200, "")
        #expect(
            try await Answers.result(
                of: Endpoint {
                    HEAD("/x"); Decode(Person?.self)
                }, answer
            ).get() == nil)
        try await Answers.result(
            of: Endpoint {
                HEAD("/x"); DecodeNothing()
            }, answer
        ).get()
        #expect(
            try await Answers.result(
                of: Endpoint {
                    HEAD("/x"); DecodeData()
                }, answer
            ).get().isEmpty)
        let response: HTTPResponse = try await Answers.result(of: Endpoint { HEAD("/x") }, answer).get()
        #expect(response.status.code == 200)
    }

    @Test("An error model that is optional is nil where the error has no body")
    func optionalError() async {
        let endpoint = Endpoint {
            GET("/x"); OnError(Fault?.self)
        }
        #expect(Answers.word(await Answers.result(of: endpoint, Answers.response(500, ""))) == "error nil at 500")
        let word = Answers.word(await Answers.result(of: endpoint, Answers.response(500, #"{"code":1}"#)))
        #expect(word.contains("code: 1"))
    }

    @Test("Nothing is decoded where nothing is declared, whatever the body")
    func nothing() async throws {
        try await Answers.result(
            of: Endpoint {
                GET("/x"); DecodeNothing()
            }, Answers.response(200, "junk")
        ).get()
        let word = Answers.word(
            await Answers.result(
                of: Endpoint {
                    GET("/x"); DecodeNothing()
                }, Answers.response(400, "")))
        #expect(word == "unexpected 400")
    }
}
