/// One way to authenticate that a server offers in `WWW-Authenticate` (RFC 9110 §11.6.1): a scheme and its parameters.
public struct AuthenticationChallenge: Sendable, Hashable {
    /// The scheme as it was written: `Basic`, `Digest`, `Bearer`. Compared without regard to case.
    public let scheme: String
    /// What stands in place of parameters, as with `Negotiate`; nil for none (RFC 9110 §11.2, token68).
    public let token: String?
    private let parameters: [String: String]

    /// The value of a parameter, unquoted; names are compared without regard to case. Of several the first counts.
    public func parameter(_ name: String) -> String? { parameters[name.lowercased()] }

    /// Whether the challenge is of the scheme.
    public func isOf(_ scheme: String) -> Bool { self.scheme.lowercased() == scheme.lowercased() }

    /// All challenges of a response, in the order in which they came; what is malformed is left out.
    public static func challenges(of response: HTTPResponse) -> [AuthenticationChallenge] {
        response.fields.values(of: .wwwAuthenticate).flatMap { challenges(in: $0) }
    }

    /// The challenges in the value of one field.
    ///
    /// A comma stands both between challenges and between parameters: what is followed by `=` belongs to the challenge before
    /// it, anything else begins one. A parameter that is malformed is left out, up to the next comma.
    public static func challenges(in value: String) -> [AuthenticationChallenge] {
        var reader = Reader(Array(value.utf8))
        return reader.challenges()
    }
}

extension AuthenticationChallenge {
    private struct Draft {
        let scheme: String
        var token: String?
        var parameters: [String: String] = [:]
    }

    /// Goes once over the bytes of a field's value.
    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0
        private var drafts: [Draft] = []

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func challenges() -> [AuthenticationChallenge] {
            while true {
                skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
                guard current != nil else { break }
                readItem()
            }
            return drafts.map { .init(scheme: $0.scheme, token: $0.token, parameters: $0.parameters) }
        }

        private mutating func readItem() {
            guard let word = readToken() else { return skipToComma() }
            let afterWord = position
            skip(Self.isSpace)
            if current == UInt8(ascii: "=") {
                guard let last = drafts.indices.last, let value = readValue() else { return skipToComma() }
                let name = word.lowercased()
                if drafts[last].parameters[name] == nil { drafts[last].parameters[name] = value }
                return
            }
            drafts.append(Draft(scheme: word))
            if position > afterWord { readToken68() }
        }

        /// What follows `=`, a token or a quoted string; nil where it is neither.
        private mutating func readValue() -> String? {
            position += 1
            skip(Self.isSpace)
            guard current == UInt8(ascii: "\"") else { return readToken() }
            position += 1
            var value: [UInt8] = []
            while let byte = current {
                position += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
                if byte == UInt8(ascii: "\\"), let escaped = current {
                    value.append(escaped)
                    position += 1
                } else {
                    value.append(byte)
                }
            }
            return nil
        }

        /// Credentials without a name: all there is up to a comma or the end.
        private mutating func readToken68() {
            let start = position
            skip { ASCII.isAlpha($0) || ASCII.isDigit($0) || Self.token68Marks.contains($0) }
            let isEmpty = position == start
            skip { $0 == UInt8(ascii: "=") }
            let end = position
            skip(Self.isSpace)
            if !isEmpty, current == nil || current == UInt8(ascii: ",") {
                drafts[drafts.count - 1].token = String(decoding: bytes[start..<end], as: UTF8.self)
            } else {
                position = start
            }
        }

        private mutating func readToken() -> String? {
            let start = position
            skip { ASCII.isToken(String(UnicodeScalar($0))) }
            return position == start ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
        }

        /// Past what can't be read: a comma in quotes is no end.
        private mutating func skipToComma() {
            var isQuoted = false
            while let byte = current, isQuoted || byte != UInt8(ascii: ",") {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                position += byte == UInt8(ascii: "\\") && isQuoted ? 2 : 1
            }
        }

        private mutating func skip(_ passes: (UInt8) -> Bool) {
            while let byte = current, passes(byte) { position += 1 }
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        private static let token68Marks = ASCIISet("-._~+/")
    }
}
