/// Text made safe to print: what could move the cursor, break a line or reorder it is written as an escape.
enum EscapedText {
    /// The text with control, line-separator and bidirectional characters as `\n`, `\t`, `\u{1B}`; a backslash doubled.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { escape($0) != nil }) else { return text }
        var out = ""
        for scalar in text.unicodeScalars {
            if let escape = escape(scalar) {
                out += escape
            } else {
                out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// The text as it is where nothing in it has to be escaped but backslashes: what is escaped already stays readable.
    static func singleLine(_ text: String) -> String {
        text.unicodeScalars.contains { $0 != "\\" && escape($0) != nil } ? escaped(text) : text
    }

    /// The escaped text, in quotes where its ends could not be seen otherwise: an empty one, or white space around it.
    static func value(_ text: String) -> String {
        let hasVisibleEnds = text.first?.isWhitespace == false && text.last?.isWhitespace == false
        return hasVisibleEnds ? escaped(text) : "\"\(escaped(text))\""
    }

    /// The escaped text in quotes, cut to a number of characters.
    static func quoted(_ text: String, limit: Int) -> String {
        let shown = text.prefix(limit)
        return "\"\(escaped(String(shown)))\(shown.endIndex == text.endIndex ? "" : "…")\""
    }

    /// Whether a terminal takes the text as text alone, line ends and tabs included, when it is pasted in quotes.
    static func canBePasted(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { escape($0) == nil || $0 == "\\" || $0 == "\n" || $0 == "\t" }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x5C: "\\\\"
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: nil
        }
    }
}
