import ApusCore

/// The head of a response while it comes, line by line: interim heads and trailers are dropped.
struct ResponseHead: Sendable {
    /// The field lines as they came, each ended by LF; then the body, if it is short. Together, since each block that one
    /// thread sets aside and another gives back costs both.
    private var bytes: [UInt8] = []
    private var lineCount = 0
    private(set) var status = 0
    /// Nil where it is not said, or not as a number.
    private(set) var contentLength: Int64?
    private(set) var isEncoded = false
    /// Whether the final head has come whole.
    private(set) var isComplete = false

    /// Takes the room of the last head for the next.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.roomForBody)
        lineCount = 0
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
        bytes.append(contentsOf: line)
        if line.last != 0x0A { bytes.append(0x0A) }
        lineCount = bytes.count
        if line.first == UInt8(ascii: "C") || line.first == UInt8(ascii: "c") { note(line) }
        return false
    }

    /// The fields, in order.
    var fields: HTTPFields { FieldLine.fields(in: bytes[..<lineCount]) }

    /// The body, as far as it fitted.
    var shortBody: ArraySlice<UInt8> { bytes[lineCount...] }

    /// Takes more of the body, unless it is not a short one any more.
    mutating func append(body: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count + body.count <= Self.roomForBody else { return false }
        bytes.append(contentsOf: body)
        return true
    }

    mutating func removeBody() {
        bytes.removeSubrange(lineCount...)
    }

    private static let roomForBody = 4096

    private mutating func note(_ line: UnsafeRawBufferPointer) {
        if let value = FieldLine.value(of: "content-length", in: line) {
            contentLength = Int64(String(decoding: value, as: UTF8.self))
        } else if let value = FieldLine.value(of: "content-encoding", in: line) {
            isEncoded = isEncoded || !value.isEmpty && String(decoding: value, as: UTF8.self).lowercased() != "identity"
        }
    }

    private static func status(in line: UnsafeRawBufferPointer) -> Int {
        guard let space = line.firstIndex(of: 0x20) else { return 0 }
        return line[(space + 1)...].prefix(3).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
}
