import ApusCore

/// The head of a response while it comes, line by line: interim heads and trailers are dropped.
struct ResponseHead {
    /// The field lines as they came, each ended by LF.
    private(set) var lines: [UInt8] = []
    private(set) var status = 0
    /// Nil where it is not said, or not as a number.
    private(set) var contentLength: Int64?
    private(set) var isEncoded = false
    /// Whether the final head has come whole.
    private(set) var isComplete = false

    /// Takes the room of the last head for the next.
    mutating func reset() {
        lines.removeAll(keepingCapacity: lines.capacity <= 4096)
        (status, contentLength, isEncoded, isComplete) = (0, nil, false, false)
    }

    /// A line with its line break, as libcurl gives it; true when it ended the final head.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        if isComplete { return false }
        if line.starts(with: "HTTP/".utf8) {
            reset()
            status = Self.status(in: line)
            return false
        }
        if line.first == 0x0D || line.first == 0x0A {
            isComplete = status >= 200
            return isComplete
        }
        lines.append(contentsOf: line)
        if line.last != 0x0A { lines.append(0x0A) }
        if line.first == UInt8(ascii: "C") || line.first == UInt8(ascii: "c") { note(line) }
        return false
    }

    private mutating func note(_ line: UnsafeRawBufferPointer) {
        if let value = FieldLine.value(of: "content-length", in: line) {
            contentLength = Int64(String(decoding: value, as: UTF8.self))
        } else if let value = FieldLine.value(of: "content-encoding", in: line) {
            isEncoded = !value.isEmpty && String(decoding: value, as: UTF8.self).lowercased() != "identity"
        }
    }

    private static func status(in line: UnsafeRawBufferPointer) -> Int {
        guard let space = line.firstIndex(of: 0x20) else { return 0 }
        return line[(space + 1)...].prefix(3).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
}

/// Reads field lines (RFC 9112 §5).
enum FieldLine {
    /// The fields of lines that end with LF each, in order.
    static func fields(in lines: [UInt8]) -> HTTPFields {
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
