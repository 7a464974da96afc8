import ApusCore
import ApusDSL
import Foundation
import Testing

@Suite struct DecodingFailureTests {
    private static let person = Endpoint {
        GET("/x")
        Decode(Person.self)
        OnError(Fault.self)
    }

    private static func failure<Output, Model>(
        of endpoint: Endpoint<Output, EndpointError<Model>>, _ response: HTTPResponse
    ) async throws -> DecodingFailure {
        let result = await Answers.result(of: endpoint, response)
        guard case .failure(.decoding(let failure)) = result else {
            throw TransportError(.other, "not a decoding failure: \(result)")
        }
        #expect(EndpointError<Model>.decoding(failure).description == failure.description)
        #expect(failure.localizedDescription == failure.description)
        return failure
    }

    @Test(
        "A mismatch says kind, coding path and the beginning of the body",
        arguments: [
            (#"{"name":"A","addresses":[{"zip":1},{"zip":"x"}]}"#, .wrongType, "addresses[1].zip", "decode Int"),
            (#"{"name":"A","addresses":[{"zip":1},{}]}"#, .missing, "addresses[1]", "no member 'zip'"),
            (#"{"name":null,"addresses":[]}"#, .missing, "name", "null where String was expected"),
            (#"{"addresses":[]}"#, .missing, "", "no member 'name'"),
            ("[]", .wrongType, "", "decode Dictionary"),
            ("\"text\"", .wrongType, "", "decode Dictionary"),
            (#"{"name":"A","addresses":[{"zip":1.5}]}"#, .invalidValue, "", "does not fit its declared type"),
            (#"{"name":"\q","addresses":[]}"#, .invalidValue, "", "malformed escape"),
            (#"{"name":"A","addr"#, .malformed, "", "not valid JSON"),
            ("{", .malformed, "", "not valid JSON"),
            ("oops", .malformed, "", "not valid JSON"),
            ("  ", .malformed, "", "not valid JSON"),
        ] as [(String, DecodingFailure.Kind, String, String)])
    func mismatch(_ body: String, kind: DecodingFailure.Kind, path: String, reason: String) async throws {
        let failure = try await Self.failure(of: Self.person, Answers.response(200, body))
        #expect(failure.kind == kind)
        #expect(failure.codingPath == path)
        #expect(failure.expected == "Person")
        #expect(failure.reason.contains(reason))
        #expect(failure.response.text == body)
        #expect(failure.underlying is DecodingError)
        let place = path.isEmpty ? "" : " at \(path)"
        #expect(failure.description.hasPrefix("not Person\(place): "))
        #expect(
            failure.description.contains("200 OK, application/json: \"\(body.replacing("\\", with: "\\\\").prefix(10))")
        )
    }

    @Test("A page of HTML where JSON is declared is named for what it is")
    func html() async throws {
        let page = "<!DOCTYPE html><html><body>Please log in</body></html>"
        let failure = try await Self.failure(
            of: Self.person, Answers.response(200, page, type: "Text/HTML; charset=utf-8"))
        #expect(failure.kind == .malformed)
        #expect(failure.reason == "the body is an HTML page; a proxy or a login may have answered")
        #expect(failure.description.contains("<!DOCTYPE html>"))
    }

    @Test("A large body leaves a short message, fast")
    func large() async throws {
        let body = Answers.response(200, "{\"name\":\"\u{1B}" + String(repeating: "é", count: 500_000))
        let failure = try await Self.failure(of: Self.person, body)
        #expect(failure.response.data.count > 1_000_000)
        let clock = ContinuousClock()
        let elapsed = clock.measure {
            for _ in 0..<100 { #expect(failure.description.count < 600) }
        }
        #expect(elapsed < .seconds(2), "a hundred messages of a body of 1 MB")
        #expect(failure.description.contains("…"))
    }

    @Test("What the server sent can't break the message over lines or move the cursor")
    func controlCharacters() async throws {
        let endpoint = Endpoint {
            GET("/x")
            Decode([String: Kind].self)
        }
        for mark in ["\\n", "\\u001b", "\\u202e"] {
            let body = "{\"k\(mark)ey\":\"v\(mark)alue\"}"
            let failure = try await Self.failure(of: endpoint, Answers.response(200, body, type: "a/b\u{1B}"))
            let unsafe = failure.description.unicodeScalars.filter { ["\n", "\u{1B}", "\u{202E}"].contains($0) }
            #expect(unsafe.isEmpty)
        }
    }

    private enum Kind: String, Decodable, Sendable { case a }

    @Test("A mapping by hand that throws is a decoding failure with its error")
    func mapping() async throws {
        struct Refusal: Error, CustomStringConvertible {
            let description = "too\nlong"
        }
        let endpoint = Endpoint {
            GET("/x")
            Decode { response throws -> Int in
                if response.text == "keep" { return 1 }
                throw Refusal()
            }
        }
        let failure = try await Self.failure(of: endpoint, Answers.response(200, "x"))
        #expect(failure.kind == .mapping && failure.underlying is Refusal)
        #expect(failure.description.hasPrefix("not Int by hand: too\\nlong (200 OK"))
        #expect(Answers.word(await Answers.result(of: endpoint, Answers.response(200, "keep"))) == "value 1")
    }

    @Test("A decoder of one's own gets the bytes from index 0, never none and without a byte order mark")
    func bodyDecoder() async throws {
        let endpoint = Endpoint {
            GET("/x")
            Decode(Int.self, using: FirstByte())
        }
        #expect(endpoint.plan.accepts == ["application/x-first"])
        let marked = Answers.response(200, Data([0xEF, 0xBB, 0xBF, 7]))
        #expect(Answers.word(await Answers.result(of: endpoint, marked)) == "value 7")
        let alone = Answers.response(200, Data([0xEF, 0xBB, 0xBF]))
        #expect(Answers.word(await Answers.result(of: endpoint, alone)) == "decoding emptyBody")
    }

    private struct FirstByte: BodyDecoder {
        let mediaType: MediaType = "application/x-first"

        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            try JSONDecoder().decode(type, from: Data(String(data[0]).utf8))
        }
    }

    @Test("JSON with a byte order mark is read")
    func byteOrderMark() async {
        let body = Answers.response(200, Data([0xEF, 0xBB, 0xBF]) + Data(#"{"name":"A","addresses":[]}"#.utf8))
        #expect((try? await Answers.result(of: Self.person, body).get()) == Person(name: "A"))
    }

    @Test(
        "Dates are ISO 8601 with or without a fraction",
        arguments: ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.678Z", "2020-01-02T04:04:05+01:00"])
    func dates(_ text: String) async throws {
        let endpoint = Endpoint {
            GET("/x"); Decode([Date].self)
        }
        let dates = try await Answers.result(of: endpoint, Answers.response(200, "[\"\(text)\"]")).get()
        #expect(abs(dates[0].timeIntervalSince1970 - 1_577_934_245) < 1)
    }
}
