import Testing

@testable import ApusCore

@Suite struct PercentEncodingTests {
    @Test(
        "A value keeps unreserved characters only",
        arguments: [
            ("", ""),
            ("AZaz09-._~", "AZaz09-._~"),
            (" ", "%20"),
            ("+", "%2B"),
            ("/", "%2F"),
            ("%", "%25"),
            ("%2F", "%252F"),
            ("?", "%3F"),
            ("#", "%23"),
            ("a&b=c", "a%26b%3Dc"),
            ("[]", "%5B%5D"),
            ("日本", "%E6%97%A5%E6%9C%AC"),
            ("👩‍💻", "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"),
            ("e\u{301}é", "e%CC%81%C3%A9"),
            ("\0", "%00"),
            ("\r", "%0D"),
            ("\r\n", "%0D%0A"),
            ("\u{7F}", "%7F"),
            ("a long text with more than fifteen bytes", "a%20long%20text%20with%20more%20than%20fifteen%20bytes"),
        ])
    func value(_ value: String, expected: String) {
        #expect(Self.encoded(value, after: "x=").utf8.elementsEqual(("x=" + expected).utf8))
        #expect(PercentEncoding.decode(expected).map { $0.utf8.elementsEqual(value.utf8) } == true)
    }

    @Test("A part of a string is encoded without the rest of it")
    func substring() {
        #expect(Self.encoded("aa bb/cc".dropFirst(2).dropLast(2)) == "%20bb%2F")
    }

    @Test("Every byte that is not unreserved is encoded in a value", arguments: UInt8.min...UInt8.max)
    func byte(_ byte: UInt8) {
        let unreserved =
            byte < 128 && "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8.contains(byte)
        let hex = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        let scalar = String(Unicode.Scalar(byte))
        let out = Self.encoded(scalar)
        if byte < 128 {
            #expect(out == (unreserved ? scalar : "%" + hex))
            #expect(PercentEncoding.decode("%" + hex) == scalar)
        } else {
            #expect(out == (byte < 0xC0 ? "%C2%" + hex : "%C3%" + String(byte - 0x40, radix: 16, uppercase: true)))
            #expect(PercentEncoding.decode("%" + hex) == nil, "one byte of 128 or more is not UTF-8")
        }
        #expect(PercentEncoding.decode(out) == scalar)
        #expect(ASCIISet.unreserved.contains(byte) == unreserved)
    }

    @Test(
        "A literal path keeps its delimiters and valid triplets",
        arguments: [
            ("/a/b:c@d;e=f,g", "/a/b:c@d;e=f,g"),
            ("/!$&'()*+", "/!$&'()*+"),
            ("/a b", "/a%20b"),
            ("/a%20b", "/a%20b"),
            ("/%2f%2F", "/%2f%2F"),
            ("/100%", "/100%25"),
            ("/%4", "/%254"),
            ("/%4g", "/%254g"),
            ("/%zz", "/%25zz"),
            ("/%%41", "/%25%41"),
            ("/?#", "/%3F%23"),
            ("/[x]", "/%5Bx%5D"),
            ("/日本", "/%E6%97%A5%E6%9C%AC"),
            ("/\0\r\n", "/%00%0D%0A"),
        ])
    func literalPath(_ literal: String, expected: String) {
        #expect(Self.encoded(literal: literal, keeping: .pathLiteral) == expected)
    }

    @Test(
        "A literal query keeps a question mark besides",
        arguments: [("a=b&c=d/e?f", "a=b&c=d/e?f"), ("a#b", "a%23b"), ("a=%", "a=%25"), ("a[0]=x y", "a%5B0%5D=x%20y")])
    func literalQuery(_ literal: String, expected: String) {
        #expect(Self.encoded(literal: literal, keeping: .queryLiteral) == expected)
    }

    @Test("Every ASCII byte of a literal stays or is encoded as RFC 3986 says", arguments: UInt8.min..<128)
    func literalByte(_ byte: UInt8) {
        let scalar = String(Unicode.Scalar(byte))
        let hex = (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        let isPathCharacter = ASCIISet.unreserved.contains(byte) || "!$&'()*+,;=:@/".utf8.contains(byte)
        let path = Self.encoded(literal: scalar, keeping: .pathLiteral)
        let query = Self.encoded(literal: scalar, keeping: .queryLiteral)
        #expect(path == (isPathCharacter ? scalar : hex))
        #expect(query == (isPathCharacter || scalar == "?" ? scalar : hex))
    }

    @Test(
        "Decoding takes triplets of either case, leaves + alone and rejects what is malformed",
        arguments: [
            ("", ""), ("plain", "plain"), ("a+b", "a+b"), ("%2f%2F", "//"), ("%e6%97%a5", "日"), ("日%20", "日 "),
            ("%", nil), ("%4", nil), ("%4g", nil), ("a%g4", nil), ("%%41", nil), ("%FF", nil), ("%E6%97", nil),
            ("%C0%80", nil), ("%+1", nil),
        ] as [(String, String?)])
    func decode(_ text: String, expected: String?) {
        #expect(PercentEncoding.decode(text) == expected)
    }

    private static func encoded(_ value: some StringProtocol, after start: String = "") -> String {
        var out = Array(start.utf8)
        PercentEncoding.append(value.utf8, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static func encoded(literal: String, keeping kept: ASCIISet) -> String {
        var out: [UInt8] = []
        PercentEncoding.appendLiteral(literal.utf8, keeping: kept, to: &out)
        return String(decoding: out, as: UTF8.self)
    }
}
