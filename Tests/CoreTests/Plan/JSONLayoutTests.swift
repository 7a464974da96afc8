import ApusCore
import Foundation
import Testing

@Suite struct JSONLayoutTests {
    /// The lines below the body's heading in the plan's text.
    private static func lines(_ json: [UInt8]) -> [Substring] {
        var plan = RequestPlan()
        plan.method = .put
        plan.declare(PlanBody(.json(Data(json)), type: .json))
        return plan.description.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("body json") }.dropFirst().dropLast().map { $0.dropFirst(2) }
    }

    private static func lines(_ json: String) -> [Substring] { lines(Array(json.utf8)) }

    @Test(
        "JSON is laid out with sorted members, and every number and string keeps its spelling",
        arguments: [
            ("{}", ["{}"]), ("[]", ["[]"]), (" { } ", ["{}"]), ("\n[ ]\t", ["[]"]), ("null", ["null"]),
            ("\"a\"", ["\"a\""]), ("-0.0e+10", ["-0.0e+10"]),
            (
                "[1E5,0.10,12345678901234567890123]",
                ["[", "  1E5,", "  0.10,", "  12345678901234567890123", "]"]
            ),
            (
                #"{"b":[{}],"a":{"d":true,"c":false}}"#,
                ["{", "  \"a\": {", "    \"c\": false,", "    \"d\": true", "  },", "  \"b\": [", "    {}", "  ]", "}"]
            ),
            (#"{"a b":1,"a":2,"a!":3,"":4}"#, ["{", "  \"\": 4,", "  \"a\": 2,", "  \"a b\": 1,", "  \"a!\": 3", "}"]),
            (#"{"a":1,"a":2}"#, ["{", "  \"a\": 1,", "  \"a\": 2", "}"]),
            (#"["\u00e9\n\"\\\/","é,]}{:"]"#, ["[", #"  "\u00e9\n\"\\\/","#, "  \"é,]}{:\"", "]"]),
            ("[\"\u{202E}\u{9B}\u{FEFF}\"]", ["[", #"  "\u202E\u009B\uFEFF""#, "]"]),
        ])
    func layout(_ json: String, expected: [String]) {
        #expect(Self.lines(json) == expected.map { Substring($0) })
    }

    @Test(
        "What is not JSON is shown as the text it is",
        arguments: [
            "", "{", "[", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "[1,]", "[1 2]", "{a:1}", "{1:1}", "1 2", "]",
            "nul", "True", "NaN", "+1", "01", "-01", "1.", ".5", "-", "1e", "1e+", "1.2.3", "0x1", "'a'", "\"a",
            "\"a\\",
            "[,1]", "{,}", "{}{}", "\u{FEFF}1",
        ])
    func notJSON(_ text: String) {
        let lines = Self.lines(text)
        #expect(lines.count == 1)
        #expect(lines.first?.count == Self.escaped(text).count)
    }

    private static func escaped(_ text: String) -> String {
        text.isEmpty ? "\"\"" : text.replacing("\\", with: "\\\\").replacing("\u{FEFF}", with: "\\u{FEFF}")
    }

    @Test("Bytes that are not UTF-8, raw control characters and very deep texts are shown and do not trap")
    func hostile() {
        #expect(Self.lines([0x22, 0xFF, 0x22]) == ["\"\u{FFFD}\""])
        #expect(Self.lines("\"a\u{1B}\"") == ["\"a\\u{1B}\""])
        #expect(Self.lines("\"a\nb\"") == ["\"a", "b\""])
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(Self.lines(deep) == [Substring(deep)])
        let legal = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(Self.lines(legal).count == 199)
    }
}
