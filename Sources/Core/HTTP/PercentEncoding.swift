/// Percent-encoding of URL text, byte by byte (RFC 3986 §2.1), with uppercase hexadecimal digits.
///
/// A *value* is data: only unreserved characters stay, so it can never be taken for syntax. A *literal* is syntax that
/// the author wrote: its delimiters and its valid percent triplets stay as they are.
///
/// Bytes are appended to an array, which becomes a `String` once it is whole.
enum PercentEncoding {
    /// Appends a value: unreserved characters stay, every other one is encoded as its UTF-8 bytes.
    static func append(_ value: some Collection<UInt8>, to out: inout [UInt8]) {
        let allowed = ASCIISet.unreserved
        append(value, to: &out) { bytes, index in allowed.contains(bytes[index]) }
    }

    /// Appends literal text: unreserved and `kept` characters and valid triplets stay; a lone `%` becomes `%25`.
    static func appendLiteral(_ literal: some Collection<UInt8>, keeping kept: ASCIISet, to out: inout [UInt8]) {
        let allowed = ASCIISet.unreserved.union(kept)
        append(literal, to: &out) { bytes, index in
            allowed.contains(bytes[index]) || isTriplet(bytes, at: index)
        }
    }

    /// The text with its triplets decoded; nil when a triplet is malformed or the bytes are not UTF-8. `+` stays `+`.
    static func decode(_ text: String) -> String? {
        guard text.utf8.contains(percent) else { return text }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.utf8.count)
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == percent else {
                decoded.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(hexValue), let low = bytes.next().flatMap(hexValue)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}

extension PercentEncoding {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let percent = UInt8(ascii: "%")

    /// Whether the byte at an index stays as it is.
    private typealias Keeps = (Bytes, Int) -> Bool

    @inline(__always)
    private static func append(_ bytes: some Collection<UInt8>, to out: inout [UInt8], keeps: Keeps) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { append($0, to: &out, keeps: keeps) }
        guard done == nil else { return }
        // A string bridged from Objective-C has no contiguous bytes until it is copied.
        Array(bytes).withUnsafeBufferPointer { append($0, to: &out, keeps: keeps) }
    }

    /// Copies what stays in runs, since most of a text does.
    @inline(__always)
    private static func append(_ bytes: Bytes, to out: inout [UInt8], keeps: Keeps) {
        var copied = 0
        for index in bytes.indices where !keeps(bytes, index) {
            out.append(contentsOf: Bytes(rebasing: bytes[copied..<index]))
            out.append(percent)
            out.append(hexDigit(bytes[index] >> 4))
            out.append(hexDigit(bytes[index] & 15))
            copied = index + 1
        }
        out.append(contentsOf: Bytes(rebasing: bytes[copied...]))
    }

    private static func isTriplet(_ bytes: Bytes, at index: Int) -> Bool {
        bytes[index] == percent && index + 2 < bytes.count
            && hexValue(bytes[index + 1]) != nil && hexValue(bytes[index + 2]) != nil
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
