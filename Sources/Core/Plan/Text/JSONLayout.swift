#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lays a JSON text out over lines with members sorted by name; numbers and strings keep their spelling (RFC 8259).
///
/// Foundation would read numbers into `Double` on the way and so show another value than the one that is sent.
enum JSONLayout {
    /// The lines, nil where the bytes are not a JSON text.
    static func lines(of data: Data) -> [String]? {
        var reader = Reader(bytes: Array(data))
        guard let node = reader.document() else { return nil }
        var lines: [String] = []
        write(node, prefix: "", suffix: "", indent: "", to: &lines)
        return lines
    }

    private indirect enum Node {
        case scalar(String)
        case array([Node])
        case object([(name: String, value: Node)])
    }

    private static func write(
        _ node: Node, prefix: String, suffix: String, indent: String, to lines: inout [String]
    ) {
        func block(_ open: String, _ close: String, _ members: [(prefix: String, value: Node)]) {
            guard !members.isEmpty else { return lines.append("\(indent)\(prefix)\(open)\(close)\(suffix)") }
            lines.append("\(indent)\(prefix)\(open)")
            for (index, member) in members.enumerated() {
                write(
                    member.value, prefix: member.prefix, suffix: index + 1 == members.count ? "" : ",",
                    indent: indent + "  ", to: &lines)
            }
            lines.append("\(indent)\(close)\(suffix)")
        }
        switch node {
        case .scalar(let text): lines.append("\(indent)\(prefix)\(text)\(suffix)")
        case .array(let elements): block("[", "]", elements.map { ("", $0) })
        case .object(let members):
            block(
                "{", "}", members.sorted { $0.name.dropLast() < $1.name.dropLast() }.map { ("\($0.name): ", $0.value) })
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0
        /// Deeper texts are shown as they are: the reader recurses.
        private let depthLimit = 200

        mutating func document() -> Node? {
            guard let node = value(depth: 0) else { return nil }
            skipSpace()
            return index == bytes.count ? node : nil
        }

        private mutating func value(depth: Int) -> Node? {
            guard depth < depthLimit else { return nil }
            skipSpace()
            guard index < bytes.count else { return nil }
            switch bytes[index] {
            case UInt8(ascii: "{"): return object(depth: depth)
            case UInt8(ascii: "["): return array(depth: depth)
            case UInt8(ascii: "\""): return string().map(Node.scalar)
            default: return word().map(Node.scalar)
            }
        }

        private mutating func object(depth: Int) -> Node? {
            var members: [(name: String, value: Node)] = []
            index += 1
            if take("}") { return .object([]) }
            repeat {
                skipSpace()
                guard let name = string(), take(":"), let value = value(depth: depth + 1) else { return nil }
                members.append((name, value))
            } while take(",")
            return take("}") ? .object(members) : nil
        }

        private mutating func array(depth: Int) -> Node? {
            var elements: [Node] = []
            index += 1
            if take("]") { return .array([]) }
            repeat {
                guard let element = value(depth: depth + 1) else { return nil }
                elements.append(element)
            } while take(",")
            return take("]") ? .array(elements) : nil
        }

        /// The string with its quotes and escapes; raw control characters, which JSON forbids, end the reading.
        private mutating func string() -> String? {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
            let start = index
            index += 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] >= 0x20 {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
            index += 1
            return String(validating: bytes[start..<index], as: UTF8.self).map(EscapedJSON.shown)
        }

        private mutating func word() -> String? {
            let start = index
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            guard let word = String(validating: bytes[start..<index], as: UTF8.self) else { return nil }
            return ["true", "false", "null"].contains(word) || Self.isNumber(bytes[start..<index]) ? word : nil
        }

        /// RFC 8259 §6.
        private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
            var rest = text
            func takeDigits() -> Int {
                let digits = rest.prefix(while: ASCII.isDigit)
                rest = rest.dropFirst(digits.count)
                return digits.count
            }
            if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            let beginsWithZero = rest.first == UInt8(ascii: "0")
            let whole = takeDigits()
            guard whole == 1 || whole > 1 && !beginsWithZero else { return false }
            if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
                guard takeDigits() > 0 else { return false }
            }
            guard let mark = rest.first, ASCII.lowercased(mark) == UInt8(ascii: "e") else { return rest.isEmpty }
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            return takeDigits() > 0 && rest.isEmpty
        }

        private static func isWord(_ byte: UInt8) -> Bool {
            ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: ".")
        }

        private mutating func take(_ mark: Unicode.Scalar) -> Bool {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
            index += 1
            return true
        }

        private mutating func skipSpace() {
            while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
        }
    }
}

/// A JSON string keeps its own escapes; what it may hold raw and a terminal must not see is escaped as JSON does.
private enum EscapedJSON {
    static func shown(_ string: String) -> String {
        var out = ""
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
