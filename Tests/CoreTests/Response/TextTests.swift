import ApusCore
import ApusDSL
import Foundation
import Testing

@Suite struct TextTests {
    private static let text = Endpoint {
        GET("/x"); DecodeText()
    }

    private static func word(_ bytes: [UInt8], _ type: String?) async -> String {
        Answers.word(await Answers.result(of: text, Answers.response(200, Data(bytes), type: type)))
    }

    @Test(
        "Text is read in the charset the server names, UTF-8 where it names none",
        arguments: [
            (Array("ä日".utf8), nil, "ä日"), (Array("ä".utf8), "text/plain", "ä"),
            (Array("ä".utf8), "text/plain; charset=\"UTF-8\"", "ä"), ([0xEF, 0xBB, 0xBF, 0x61], "text/plain", "a"),
            ([0xE4], "text/plain; charset=iso-8859-1", "ä"), ([0xE4], "text/plain; charset=Latin1", "ä"),
            ([0x61], "text/plain; charset=us-ascii", "a"), ([], "text/plain; charset=utf-16", ""),
            ([0xFF, 0xFE, 0xE4, 0], "text/plain; charset=utf-16", "ä"),
            ([0xFE, 0xFF, 0, 0xE4], "text/plain; charset=utf-16", "ä"),
            ([0xE4, 0], "text/plain; charset=utf-16le", "ä"), ([0, 0xE4], "text/plain; charset=utf-16be", "ä"),
            ([0xE4], "text/plain; x=\"; charset=utf-8\"; charset=iso-8859-1", "ä"), ([], nil, ""),
        ] as [([UInt8], String?, String)])
    func charset(_ bytes: [UInt8], _ type: String?, expected: String) async {
        let word = await Self.word(bytes, type)
        #expect(word.unicodeScalars.elementsEqual("value \(expected)".unicodeScalars))
    }

    @Test(
        "Bytes that are not in the charset, and a charset that is not known, are a decoding failure",
        arguments: [
            ([0xFF], nil, "the bytes are not utf-8"), ([0xC3], "text/plain; charset=utf-8", "the bytes are not utf-8"),
            ([0x80], "text/plain; charset=ascii", "the bytes are not ascii"),
            ([0x61], "text/plain; charset=klingon", "the charset klingon is not known here"),
            ([0x61], "text/plain; charset=\"a\u{1B}b\"", "the charset a\\u{1B}b is not known here"),
            ([0x61], "text/plain; charset=", "the charset "),
        ] as [([UInt8], String?, String)])
    func refused(_ bytes: [UInt8], _ type: String?, reason: String) async {
        let response = Answers.response(200, Data(bytes), type: type)
        guard case .failure(.decoding(let failure)) = await Answers.result(of: Self.text, response) else {
            Issue.record("it was read")
            return
        }
        #expect(failure.kind == .malformed)
        #expect(failure.description.contains(reason))
    }

    @Test("The text of a response for people repairs what is broken and takes an unknown charset for UTF-8")
    func repaired() {
        #expect(Answers.response(200, Data([0x61, 0xFF]), type: nil).text == "a\u{FFFD}")
        #expect(Answers.response(200, Data("ä".utf8), type: "a/b; charset=klingon").text == "ä")
        #expect(Answers.response(200, Data([0xE4]), type: "a/b; charset=iso-8859-1").text == "ä")
        #expect(Answers.response(200, Data(), type: nil).text == "")
    }

    @Test("The bytes are what came, byte order mark included")
    func data() async throws {
        let bytes = Data([0xEF, 0xBB, 0xBF, 0, 255])
        let result = await Answers.result(
            of: Endpoint {
                GET("/x"); DecodeData()
            }, Answers.response(200, bytes, type: nil))
        #expect(try result.get() == bytes)
    }
}
