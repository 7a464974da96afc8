#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shows a declared body by its kind: JSON laid out, a form pair by pair, text line by line, bytes by size and hash.
enum BodyText {
    /// Kind, media type and size in bytes; without the size where it would tell the length of a secret.
    static func heading(_ body: PlanBody) -> String {
        let size = body.hasSecret ? "" : body.bytes.map { ", \($0.count) bytes" } ?? ""
        return "\(kind(body.content)) \(EscapedText.escaped(body.mediaType.rawValue))\(size)"
    }

    /// The content, a line each.
    static func lines(_ body: PlanBody) -> [String] {
        switch body.content {
        case .json(let data):
            JSONLayout.lines(of: data) ?? textLines(String(decoding: data, as: UTF8.self))
        case .form(let parameters):
            parameters.map { item in
                let name = EscapedText.escaped(item.name)
                return item.shownValue.map { "\(name) = \(EscapedText.value($0))" } ?? name
            }
        case .text(let text):
            textLines(text)
        case .data(let data):
            ["fnv-1a \(FNV1a.hash(of: data))"]
        case .file(let path):
            [EscapedText.escaped(path)]
        case .stream(let stream):
            ["\(stream)"]
        }
    }

    private static func textLines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { EscapedText.value(String($0)) }
    }

    private static func kind(_ content: PlanBody.Content) -> String {
        switch content {
        case .json: "json"
        case .form: "form"
        case .text: "text"
        case .data: "data"
        case .file: "file"
        case .stream: "stream"
        }
    }
}

/// FNV-1a over 64 bits (draft-eastlake-fnv): tells two contents apart in a snapshot; it is no signature.
private enum FNV1a {
    static func hash(of data: Data) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in data { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
