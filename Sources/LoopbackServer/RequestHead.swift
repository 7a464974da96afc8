/// The start of a request, parsed strictly, so that a client that writes it wrongly is told (RFC 9112).
struct RequestHead {
    /// How the end of the body is found.
    enum Framing: Equatable {
        case none
        case length(Int)
        case chunked
    }

    let method: String
    let target: String
    let fields: [(name: String, value: String)]
    /// The bytes it was parsed from.
    let bytes: [UInt8]
    let framing: Framing
    /// Whether the peer will send another request on the connection.
    let isPersistent: Bool
    /// Whether the peer holds the body back until it gets a 100.
    let expectsContinue: Bool

    /// Parses the bytes up to and including the empty line; throws `ConnectionEnd.malformed`.
    init(_ bytes: [UInt8]) throws {
        // A bare LF does not end a line here, as it would in a lenient server.
        let lines = try bytes.dropLast(3).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            guard $0.last == UInt8(ascii: "\r") else { throw ConnectionEnd.malformed("a line does not end in CRLF") }
            return $0.dropLast()
        }
        let parts = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let versions = ["HTTP/1.1", "HTTP/1.0"].filter { parts.count == 3 && parts[2].elementsEqual($0.utf8) }
        guard let version = versions.first, isToken(parts[0]), !parts[1].isEmpty,
            parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else {
            throw ConnectionEnd.malformed("the request line is not METHOD TARGET HTTP/1.1")
        }
        self.bytes = bytes
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        let fields = try lines.dropFirst().map(RequestHead.field)
        self.fields = fields
        func values(_ name: String) -> [String] {
            fields.filter { $0.name.lowercased() == name }
                .flatMap { $0.value.lowercased().split(separator: ",", omittingEmptySubsequences: false) }
                .map { trimmed($0.utf8) }
        }
        let isCurrent = version == "HTTP/1.1"
        guard values("host").count == 1 || !isCurrent && values("host").isEmpty else {
            throw ConnectionEnd.malformed("a request has exactly one Host field")
        }
        framing = try RequestHead.framing(length: values("content-length"), coding: values("transfer-encoding"))
        isPersistent = isCurrent && !values("connection").contains("close")
        expectsContinue = isCurrent && values("expect") == ["100-continue"]
    }

    /// Parses a field line.
    private static func field(_ line: ArraySlice<UInt8>) throws -> (name: String, value: String) {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isToken(parts[0]), !parts[1].contains(0), !parts[1].contains(UInt8(ascii: "\r")) else {
            throw ConnectionEnd.malformed("a field line is not NAME: VALUE")
        }
        return (String(decoding: parts[0], as: UTF8.self), trimmed(parts[1]))
    }

    /// Decides how the body ends; two answers to that are an attack or a mistake (RFC 9112, section 6.3).
    private static func framing(length: [String], coding: [String]) throws -> Framing {
        switch (length.count, coding.count) {
        case (0, 0):
            return .none
        case (1, 0) where length[0].utf8.allSatisfy({ (48...57).contains($0) }):
            guard let count = Int(length[0]) else { break }
            return count == 0 ? .none : .length(count)
        case (0, 1) where coding[0] == "chunked":
            return .chunked
        default:
            break
        }
        throw ConnectionEnd.malformed("a body has one Content-Length, or the Transfer-Encoding chunked")
    }
}

/// Why a connection is over before its peer was answered.
enum ConnectionEnd: Error {
    /// The peer closed it, or the server stops.
    case disconnected
    /// What the peer sent is not HTTP; the sentence says how.
    case malformed(String)
}

/// The text without the optional whitespace around it (RFC 9110, section 5.6.3).
private func trimmed(_ text: some BidirectionalCollection<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let kept = text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(decoding: Array(kept), as: UTF8.self)
}

/// Whether the text is a token (RFC 9110, section 5.6.2).
private func isToken(_ text: ArraySlice<UInt8>) -> Bool {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
        && text.allSatisfy { byte in
            let letter = byte | 0x20
            return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || marks.contains(byte)
        }
}

/// The number that hexadecimal digits, and nothing else, stand for.
func hexadecimal(_ digits: some Collection<UInt8>) -> Int? {
    // Int's initialiser allows a sign.
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
}
