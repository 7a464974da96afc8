#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Bytes to text by the name of a charset (RFC 9110 §8.3.2), with the byte order mark taken off.
enum TextDecoding {
    /// Why bytes are not text in the charset named.
    enum Refusal: Error {
        case unknownCharset(String)
        case malformed(String)
    }

    /// The text; UTF-8 where no charset is named. Throws for an unknown charset and for bytes that are not in it.
    static func text(of data: Data, charset: String?) throws(Refusal) -> String {
        let name = (charset ?? "utf-8").lowercased()
        guard let encoding = encodings[name] else { throw .unknownCharset(name) }
        let bytes = encoding == .utf8 ? withoutMark(data) : data
        guard let text = String(data: bytes, encoding: encoding) else { throw .malformed(name) }
        return text
    }

    /// UTF-8 with broken sequences replaced by U+FFFD.
    static func repaired(_ data: Data) -> String {
        String(decoding: withoutMark(data), as: UTF8.self)
    }

    /// The bytes without the UTF-8 byte order mark that some servers put first (RFC 8259 §8.1 lets parsers ignore it).
    ///
    /// A copy rather than a slice: who decodes by hand counts bytes from 0.
    static func withoutMark(_ data: Data) -> Data {
        data.first == 0xEF && data.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(data.dropFirst(3)) : data
    }

    /// What FoundationEssentials reads by itself, and what it reads once Foundation is in the process.
    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        "utf-32": .utf32, "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}
