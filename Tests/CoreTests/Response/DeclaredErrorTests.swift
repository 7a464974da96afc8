import ApusCore
import ApusDSL
import Foundation
import Testing

@Suite struct DeclaredErrorTests {
    private static let good = #"{"name":"A","addresses":[]}"#
    private static let fault = #"{"code":7}"#

    private static func word(_ endpoint: Endpoint<Person, EndpointError<Fault>>, _ response: HTTPResponse) async
        -> String
    {
        Answers.word(await Answers.result(of: endpoint, response))
    }

    @Test("An error body that is not the model is unexpected, with the bytes and where it differs")
    func notTheModel() async {
        let endpoint = Endpoint {
            GET("/x"); Decode(Person.self); OnError(Fault.self)
        }
        for (body, reason) in [
            (#"{"code":"x"}"#, "the error body is not Fault at code: Expected to decode Int"),
            ("", "the error body is not Fault: the response has no body"),
            ("<html>", "the error body is not Fault: "),
        ] {
            let result = await Answers.result(of: endpoint, Answers.response(500, body))
            guard case .failure(.unexpected(let response, let text)) = result else {
                Issue.record("not unexpected: \(result)")
                continue
            }
            #expect(response.text == body)
            #expect(text.hasPrefix(reason))
            #expect(!text.contains("Decode("), "what is missing is no success")
        }
        #expect(await Self.word(endpoint, Answers.response(500, Self.fault)) == "error Fault(code: 7) at 500")
        #expect(await Self.word(endpoint, Answers.response(200, Self.good)).hasPrefix("value"))
    }

    @Test("A plain OnError does not read a success that does not decode")
    func plain() async {
        let endpoint = Endpoint {
            GET("/x"); Decode(Person.self); OnError(Fault.self)
        }
        #expect(await Self.word(endpoint, Answers.response(200, Self.fault)) == "decoding missing")
    }

    @Test(
        "An OnError that names the status reads a success that does not decode",
        arguments: [
            StatusSet.any, .range(200..<300), .range(0..<1000),
        ])
    func named(_ statuses: StatusSet) async {
        let endpoint = Endpoint {
            GET("/x"); Decode(Person.self); OnError(statuses, Fault.self)
        }
        #expect(await Self.word(endpoint, Answers.response(200, Self.good)).hasPrefix("value"))
        #expect(await Self.word(endpoint, Answers.response(200, Self.fault)) == "error Fault(code: 7) at 200")
        #expect(await Self.word(endpoint, Answers.response(200, "[]")) == "decoding wrongType")
        #expect(await Self.word(endpoint, Answers.response(200, "")) == "decoding emptyBody")
    }

    @Test("An OnError of other statuses or another media type does not read it")
    func others() async {
        let endpoint = Endpoint {
            GET("/x")
            Decode(Person.self)
            OnError(.serverError, Fault.self)
            OnError(.any, Fault.self, mediaType: .xml)
        }
        #expect(await Self.word(endpoint, Answers.response(200, Self.fault)) == "decoding missing")
    }

    @Test("Of several the closest that decodes is taken")
    func several() async {
        struct Other: Decodable, Sendable { let other: Int }
        let endpoint = Endpoint {
            GET("/x")
            Decode(Person.self)
            OnError(.any, Fault.self)
            OnError(.success, Other.self, as: { Fault(code: $0.other + 100) })
        }
        #expect(
            await Self.word(endpoint, Answers.response(200, #"{"other":1,"code":2}"#))
                == "error Fault(code: 101) at 200")
        #expect(await Self.word(endpoint, Answers.response(200, Self.fault)) == "error Fault(code: 7) at 200")
    }

    @Test("The response itself is a value at every status, whatever else is declared")
    func response() async {
        let endpoint = Endpoint {
            GET("/x"); DecodeResponse(); OnError(Fault.self)
        }
        for status in [200, 304, 404, 500] {
            let result = await Answers.result(of: endpoint, Answers.response(HTTPStatus(status), "x"))
            #expect((try? result.get().status.code) == status)
        }
    }

    @Test("Without Decode a 2xx gives its response and everything else is unexpected")
    func nothingDeclared() async {
        let endpoint = Endpoint { GET("/x") }
        #expect((try? await Answers.result(of: endpoint, Answers.response(299, "x")).get().text) == "x")
        #expect(Answers.word(await Answers.result(of: endpoint, Answers.response(300, "x"))) == "unexpected 300")
    }
}
