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

    /// Throws `.other` for a method or a field that would not be what it says on the wire (RFC 9110 §5.5, §5.6.2).
    init(_ request: HTTPRequest, body: RequestBody?) throws(TransportError) {
        bytes.reserveCapacity(384)
        bytes.append(contentsOf: request.url.string.utf8)
        bytes.append(0)
        methodOffset = bytes.count
        bytes.append(contentsOf: request.method.rawValue.utf8)
        guard FieldSyntax.isToken(bytes[methodOffset...]) else {
            throw TransportError(.other, "the method is not a token", isSafeToRetry: true)
        }
        bytes.append(0)
        fieldsOffset = bytes.count
        var suppressed: (accept: Bool, contentType: Bool) = (true, body != nil)
        for field in request.fields {
            switch field.name {
            case .contentLength, .transferEncoding: continue
            case .accept: suppressed.accept = false
            case .contentType: suppressed.contentType = false
            default: break
            }
            try append(field)
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

    private mutating func append(_ field: HTTPField) throws(TransportError) {
        let start = bytes.count
        bytes.append(contentsOf: field.name.rawName.utf8)
        guard FieldSyntax.isToken(bytes[start...]) else {
            throw TransportError(.other, "a field's name is not a token", isSafeToRetry: true)
        }
        let value = bytes.count
        if field.value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            // libcurl's way to say that the value is empty.
            bytes.append(UInt8(ascii: ";"))
        } else {
            bytes.append(UInt8(ascii: ":"))
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: field.value.utf8)
        }
        guard FieldSyntax.isValue(bytes[value...]) else {
            throw TransportError(
                .other, "the value of the field \(field.name) holds a control character", isSafeToRetry: true)
        }
        bytes.append(0)
        fieldCount += 1
    }
}

/// The two rules that keep a field from becoming something else on the wire.
private enum FieldSyntax {
    /// RFC 9110 §5.6.2.
    static func isToken(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { isTokenByte[Int($0)] }
    }

    /// RFC 9110 §5.5: no control character but the tab.
    static func isValue(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    private static let isTokenByte: [Bool] = {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return (UInt8.min...UInt8.max).map { byte in
            let letter = byte | 0x20
            return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || marks.contains(byte)
        }
    }()
}
