import ApusCore

/// A request as libcurl takes it, made where it is sent from so that the loop's thread has less to do: its texts one
/// after the other, each ended by NUL.
struct RequestBlock: Sendable {
    /// URL, method, fields, and a body short enough to be sent with the head.
    private(set) var bytes: [UInt8] = []
    /// How many fields stand after the method.
    private(set) var fieldCount = 0
    /// Where the method begins, and where the fields begin.
    let methodOffset: Int
    let fieldsOffset: Int
    /// Where the short body begins.
    private(set) var bodyOffset = 0

    /// Of a request whose method and fields are what they say (RFC 9110 §5.5, §5.6.2).
    init(_ request: HTTPRequest, body: RequestBody?) {
        bytes.reserveCapacity(384)
        bytes.append(contentsOf: request.url.string.utf8)
        bytes.append(0)
        methodOffset = bytes.count
        bytes.append(contentsOf: request.method.rawValue.utf8)
        bytes.append(0)
        fieldsOffset = bytes.count
        var suppressed: (accept: Bool, contentType: Bool) = (true, body != nil)
        for field in request.fields where !field.name.framesMessage {
            switch field.name {
            case .accept: suppressed.accept = false
            case .contentType: suppressed.contentType = false
            default: break
            }
            append(field)
        }
        // A name without a value takes away what libcurl would add.
        if suppressed.accept { append("Accept:") }
        if suppressed.contentType { append("Content-Type:") }
        bodyOffset = bytes.count
        if case .short(let data) = body { bytes.append(contentsOf: data) }
    }

    private mutating func append(_ line: StaticString) {
        line.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(0)
        fieldCount += 1
    }

    private mutating func append(_ field: HTTPField) {
        bytes.append(contentsOf: field.name.rawName.utf8)
        if field.value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            // libcurl's way to say that the value is empty.
            bytes.append(UInt8(ascii: ";"))
        } else {
            bytes.append(UInt8(ascii: ":"))
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: field.value.utf8)
        }
        bytes.append(0)
        fieldCount += 1
    }
}
