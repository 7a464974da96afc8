/// Reads the requests of one connection, and keeps the bytes that have come but belong to a later one.
struct RequestReader {
    /// The longest head the server reads, in bytes.
    private static let headLimit = 1 << 20
    /// The line end of HTTP.
    private static let lineEnd = Array("\r\n".utf8)

    /// Where the bytes come from.
    private let socket: Socket
    /// The bytes that have come, of which those before `start` are used up.
    private var buffer: [UInt8] = []
    /// The index in `buffer` of the first byte not used yet.
    private var start = 0

    /// Starts at the beginning of a connection.
    init(_ socket: Socket) {
        self.socket = socket
    }

    /// The next complete request; throws `ConnectionEnd`.
    mutating func next(connection: Int) throws -> ReceivedRequest {
        let head = try RequestHead(try read(through: Array("\r\n\r\n".utf8), limit: RequestReader.headLimit))
        if head.expectsContinue && head.framing != .none {
            try socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        var body: [UInt8] = []
        switch head.framing {
        case .none: break
        case .length(let count): try read(count, into: &body)
        case .chunked: try readChunks(into: &body)
        }
        return ReceivedRequest(head, body: body, connection: connection)
    }

    /// Lets time pass, nil meaning without end; throws `ConnectionEnd.disconnected` as soon as the peer closes.
    ///
    /// The end of the stream stands behind whatever the peer sent before it, so that is read, and kept for later.
    mutating func idle(until deadline: ContinuousClock.Instant?) throws {
        repeat {
            guard Socket.wait(for: [socket], until: deadline) else { return }
            try fill()
        } while deadline.map { ContinuousClock.now < $0 } ?? true
    }

    /// Reads the chunked framing (RFC 9112, section 7.1); extensions and trailers are skipped.
    private mutating func readChunks(into body: inout [UInt8]) throws {
        while true {
            let line = try read(through: RequestReader.lineEnd, limit: 4096).dropLast(2)
            guard let size = hexadecimal(line.prefix { $0 != UInt8(ascii: ";") }) else {
                throw ConnectionEnd.malformed("a chunk does not begin with its size")
            }
            guard size > 0 else { break }
            try read(size, into: &body)
            _ = try read(through: RequestReader.lineEnd, limit: 2)
        }
        while try read(through: RequestReader.lineEnd, limit: 4096) != RequestReader.lineEnd {}
    }

    /// Reads a number of bytes.
    private mutating func read(_ count: Int, into body: inout [UInt8]) throws {
        var missing = count
        while missing > 0 {
            if start == buffer.count { try fill() }
            let end = start + min(missing, buffer.count - start)
            body.append(contentsOf: buffer[start..<end])
            missing -= end - start
            start = end
        }
    }

    /// Reads up to and including the mark; malformed if it does not end within the limit, in bytes.
    private mutating func read(through mark: [UInt8], limit: Int) throws -> [UInt8] {
        var length = mark.count
        while length <= limit {
            while buffer.count - start < length { try fill() }
            let end = start + length
            if buffer[(end - mark.count)..<end].elementsEqual(mark) {
                defer { start = end }
                return Array(buffer[start..<end])
            }
            length += 1
        }
        throw ConnectionEnd.malformed("a line does not end within \(limit) bytes")
    }

    /// Waits for more bytes.
    private mutating func fill() throws {
        // What is left unused is less than what came last, so moving it costs no more than receiving it did.
        buffer.removeFirst(start)
        start = 0
        try socket.receive(into: &buffer)
    }
}
