/// A complete request as the server received it, for a test to look at.
package struct ReceivedRequest: Sendable {
    /// The method, as sent.
    package let method: String
    /// The request target, as sent: nothing is decoded.
    package let target: String
    /// The target up to the first "?", not decoded.
    package let path: String
    /// The target after the first "?", not decoded; nil when it has none.
    package let query: String?
    /// The header fields in the order and case they came in, their values without surrounding whitespace.
    package let fields: [(name: String, value: String)]
    /// The body, without the chunked framing.
    package let body: [UInt8]
    /// The number of the connection it came on, from 1 in the order of acceptance.
    package let connection: Int
    /// The bytes of the head, from the request line to the empty line that ends it.
    package let head: [UInt8]
    /// Whether the peer wants to send another request on the same connection.
    let isPersistent: Bool

    /// Joins a head and its body.
    init(_ head: RequestHead, body: [UInt8], connection: Int) {
        method = head.method
        target = head.target
        let mark = head.target.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = String(head.target[..<(mark ?? head.target.endIndex)])
        query = mark.map { String(head.target[head.target.utf8.index(after: $0)...]) }
        fields = head.fields
        self.body = body
        self.connection = connection
        self.head = head.bytes
        isPersistent = head.isPersistent
    }

    /// The value of the first field with the name, whatever its case.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as UTF-8; what is not UTF-8 is replaced.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The percent-decoded value of the first query item with the name; empty when the item has no "=".
    ///
    /// A "+" stays a "+": to read it as a space is a form's rule, not a URL's.
    package func queryValue(_ name: String) -> String? {
        for item in (query ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if percentDecoded(parts[0]) == name { return parts.count > 1 ? percentDecoded(parts[1]) : "" }
        }
        return nil
    }
}

/// Decodes percent triplets; what only looks like one stays as it is.
private func percentDecoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let value = hexadecimal(bytes[index + 1...index + 2])
        {
            decoded.append(UInt8(value))
            index += 3
        } else {
            decoded.append(bytes[index])
            index += 1
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}
