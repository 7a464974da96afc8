#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shows a body in a log: text as it is up to a limit, anything else by its size; a stream is not touched.
struct LogBody {
    /// Texts that must not be shown wherever they stand.
    let redaction: Redaction
    /// How many bytes are shown.
    let limit: Int

    /// The body's lines, none where there is nothing.
    func lines(of body: HTTPBody?) -> [String] {
        guard let body else { return [] }
        guard let bytes = body.bytes else { return ["(\(body.extent))"] }
        if bytes.isEmpty { return [] }
        if body.isSecret { return [Secret.mark] }
        guard let (text, isWhole) = text(of: bytes) else { return ["(\(bytes.count) bytes)"] }
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { EscapedText.singleLine(String($0)) } + (isWhole ? [] : ["(\(bytes.count) bytes in all)"])
    }

    /// The text as far as it is shown, nil for what is none.
    ///
    /// A secret may stand across the limit. So as much more is read as the longest secret takes, redacted, and what may be
    /// the beginning of another is cut off again.
    private func text(of bytes: Data) -> (text: String, isWhole: Bool)? {
        let limit = max(limit, 0)
        let longest = redaction.longest
        let (sum, isOver) = limit.addingReportingOverflow(longest)
        let window = bytes.prefix(isOver ? .max : sum)
        guard let read = Self.text(of: window, mayEndInside: window.count < bytes.count) else { return nil }
        guard !read.utf8.contains(where: { $0 < 0x20 && !(9...13).contains($0) }) else { return nil }
        let redacted = redaction(read)
        if window.count == bytes.count, bytes.count <= limit { return (redacted, true) }
        let unsure = window.count < bytes.count ? max(longest - 1, 0) : 0
        let length = min(max(redacted.utf8.count - unsure, 0), limit)
        return (Self.cut(redacted, to: length), false)
    }

    /// UTF-8 that may have been cut inside of a character.
    private static func text(of bytes: Data, mayEndInside: Bool) -> String? {
        for extra in 0...(mayEndInside ? 3 : 0) {
            if let text = String(validating: bytes.dropLast(extra), as: UTF8.self) { return text }
        }
        return nil
    }

    private static func cut(_ text: String, to length: Int) -> String {
        guard length < text.utf8.count else { return text }
        return Self.text(of: Data(text.utf8.prefix(length)), mayEndInside: true) ?? ""
    }
}
