import ApusCore

/// Reads field lines (RFC 9112 §5).
enum FieldLine {
    /// The fields of lines that end with LF each, in order.
    static func fields(in lines: ArraySlice<UInt8>) -> HTTPFields {
        lines.withUnsafeBytes { bytes in
            var fields: [HTTPField] = []
            fields.reserveCapacity(8)
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: &fields)
                start = end + 1
            }
            return HTTPFields(fields)
        }
    }

    /// A line that begins with white space goes on with the value before (RFC 9112 §5.2).
    private static func add(_ line: UnsafeRawBufferPointer, to fields: inout [HTTPField]) {
        guard let first = line.first else { return }
        if isSpace(first) {
            guard let last = fields.popLast() else { return }
            let more = String(decoding: trimmed(line), as: UTF8.self)
            fields.append(HTTPField(last.name, last.value.isEmpty ? more : last.value + " " + more))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: trimmed(UnsafeRawBufferPointer(rebasing: line[..<colon])), as: UTF8.self)
            let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
            fields.append(HTTPField(HTTPFieldName(name), String(decoding: value, as: UTF8.self)))
        }
    }

    /// The value, where the line is of the field named in lower case.
    static func value(of name: StaticString, in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let length = name.utf8CodeUnitCount
        guard line.count > length, line[length] == UInt8(ascii: ":") else { return nil }
        for index in 0..<length where line[index] | 0x20 != name.utf8Start[index] { return nil }
        return trimmed(UnsafeRawBufferPointer(rebasing: line[(length + 1)...]))
    }

    private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, text.count)
        while start < end, isSpace(text[start]) { start += 1 }
        while end > start, isSpace(text[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: text[start..<end])
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
