/// Percent-encoding of URL text, byte by byte (RFC 3986 §2.1), with uppercase hexadecimal digits.
///
/// A *value* is data: only unreserved characters stay, so it can never be taken for syntax. A *literal* is syntax that
/// the author wrote: its delimiters and its valid percent triplets stay as they are.
enum PercentEncoding {
    /// Appends a value: unreserved characters stay, every other one is encoded as its UTF-8 bytes.
    static func append(_ value: some StringProtocol, to out: inout String) {
        let allowed = ASCIISet.unreserved
        append(value, to: &out) { bytes, index in allowed.contains(bytes[index]) }
    }

    /// Appends literal text: unreserved and `kept` characters and valid triplets stay; a lone `%` becomes `%25`.
    static func appendLiteral(_ literal: some StringProtocol, keeping kept: ASCIISet, to out: inout String) {
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
    private static func append(_ text: some StringProtocol, to out: inout String, keeps: Keeps) {
        let done: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            let escapes = bytes.indices.reduce(0) { keeps(bytes, $1) ? $0 : $0 + 1 }
            if escapes == 0 {
                out.append(contentsOf: text)
            } else {
                out.append(escaped(bytes, count: bytes.count + 2 * escapes, keeps: keeps))
            }
        }
        guard done == nil else { return }
        // A string bridged from Objective-C has no contiguous bytes until it is copied.
        var copy = String(text)
        copy.makeContiguousUTF8()
        let native = copy.withUTF8 { bytes in
            let escapes = bytes.indices.reduce(0) { keeps(bytes, $1) ? $0 : $0 + 1 }
            return escaped(bytes, count: bytes.count + 2 * escapes, keeps: keeps)
        }
        out.append(native)
    }

    @inline(__always)
    private static func escaped(_ bytes: Bytes, count: Int, keeps: Keeps) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            var end = 0
            for index in bytes.indices {
                let byte = bytes[index]
                if keeps(bytes, index) {
                    buffer[end] = byte
                    end += 1
                } else {
                    buffer[end] = percent
                    buffer[end + 1] = hexDigit(byte >> 4)
                    buffer[end + 2] = hexDigit(byte & 15)
                    end += 3
                }
            }
            return end
        }
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
