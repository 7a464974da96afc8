/// The rules of RFC 9110 §5 and RFC 3986 §2 that are about single ASCII bytes.
enum ASCII {
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    static func isAlpha(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return isDigit(byte) || (lower >= 0x61 && lower <= 0x66)
    }

    /// RFC 9110 §5.6.2: what methods and field names are made of.
    static func isTokenCharacter(_ byte: UInt8) -> Bool {
        isAlpha(byte) || isDigit(byte) || tokenMarks.contains(byte)
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenCharacter)
    }

    private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
}
