import Testing

@testable import ApusCore

@Suite struct RedactionTests {
    @Test(
        "Secrets are found by their bytes, the longest first, and the mark is not searched again",
        arguments: [
            ("", ["a"], ""), ("abc", [], "abc"), ("abc", [""], "abc"), ("xabcx", ["abc"], "x<redacted>x"),
            ("abcabd", ["abc", "ab"], "<redacted><redacted>d"), ("abcabd", ["ab", "abc"], "<redacted><redacted>d"),
            ("aaa", ["aa"], "<redacted>a"), ("red", ["red", "d"], "<redacted>"), ("ab", ["abc"], "ab"),
            ("aabc", ["abc"], "a<redacted>"), ("abc\u{301}", ["abc"], "<redacted>\u{301}"),
            ("\u{e9}", ["e\u{301}"], "\u{e9}"), ("naïve ключ", ["ключ"], "naïve <redacted>"),
            ("a\r\nb", ["a\r"], "<redacted>\nb"),
        ])
    func replacing(text: String, secrets: [String], shown: String) {
        #expect(Redaction(secrets)(text) == shown)
        #expect(Redaction(secrets).applies(to: text) == (text != shown))
    }
}
