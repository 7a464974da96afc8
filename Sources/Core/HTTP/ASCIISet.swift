/// A set of ASCII characters as a bitmask; a byte of 128 or more is never in one.
struct ASCIISet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The set of the ASCII characters of a string; its other characters are ignored.
    init(_ characters: String) {
        for byte in characters.utf8 where byte < 128 {
            if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte - 64) }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    func union(_ other: ASCIISet) -> ASCIISet {
        var union = self
        union.low |= other.low
        union.high |= other.high
        return union
    }
}

extension ASCIISet {
    /// ALPHA, DIGIT and `-` `.` `_` `~` (RFC 3986 §2.3).
    static let unreserved = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// What a literal path keeps besides the unreserved: sub-delims, `:`, `@` (pchar) and `/` (RFC 3986 §3.3).
    static let pathLiteral = ASCIISet("!$&'()*+,;=:@/")

    /// What a literal query keeps besides the unreserved: pchar's, `/` and `?` (RFC 3986 §3.4).
    static let queryLiteral = pathLiteral.union(ASCIISet("?"))
}
