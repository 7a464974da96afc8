import Locking

/// A peer that speaks HTTP/2 frame by frame (RFC 9113 §4), for what no real server sends.
final class FramePeer: Sendable {
    struct Frame: Sendable, Equatable {
        let kind: UInt8
        let stream: UInt32
        let payload: [UInt8]
    }

    private let connection: RawConnection
    private let seenResets = Mutex<[UInt32]>([])

    /// Takes the client's preface and sends its own.
    init(_ connection: RawConnection) async {
        self.connection = connection
        _ = await connection.receive(exactly: 24)
        send(kind: 4, stream: 0)
    }

    // MARK: What the client sends

    /// The next frame; nil where the client has ended the connection.
    func next() async -> Frame? {
        let head = await connection.receive(exactly: 9)
        guard head.count == 9 else { return nil }
        let payload = await connection.receive(exactly: Int(Self.number(head[..<3])))
        return Frame(kind: head[3], stream: Self.number(head[5...]) & 0x7FFF_FFFF, payload: payload)
    }

    /// Waits for the next frame of a kind; nil where the client has ended the connection.
    func next(kind: UInt8) async -> Frame? {
        while let frame = await next() {
            if frame.kind == 3 { seenResets.withLock { $0.append(frame.stream) } }
            if frame.kind == kind { return frame }
        }
        return nil
    }

    /// Waits for a request, and gives its stream; 0 where the client has ended the connection.
    func nextRequest() async -> UInt32 { await next(kind: 1)?.stream ?? 0 }

    /// The streams that an RST_STREAM came for among the frames waited for.
    var resets: [UInt32] { seenResets.withLock { $0 } }

    /// Waits until the client has ended the connection; an issue where it does not.
    func waitForEnd() async { await connection.waitForEnd() }

    // MARK: What it sends

    func send(kind: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []) {
        connection.send(Self.bytes(payload.count, 3) + [kind, flags] + Self.bytes(Int(stream), 4) + payload)
    }

    /// The head of a response with the status 200, or another that HPACK has a number for (RFC 7541 appendix A).
    func sendHead(_ stream: UInt32, indexed status: UInt8 = 8) {
        send(kind: 1, flags: 4, stream: stream, [0x80 | status])
    }

    /// An interim response with the status 103.
    func sendEarlyHints(_ stream: UInt32) {
        send(kind: 1, flags: 4, stream: stream, [0x08, 3] + Array("103".utf8))
    }

    func sendBody(_ stream: UInt32, _ text: String, isLast: Bool = true) {
        send(kind: 0, flags: isLast ? 1 : 0, stream: stream, Array(text.utf8))
    }

    func answer(_ stream: UInt32, _ text: String) {
        sendHead(stream)
        sendBody(stream, text)
    }

    func reset(_ stream: UInt32, _ code: Int) {
        send(kind: 3, stream: stream, Self.bytes(code, 4))
    }

    func goAway(last stream: UInt32, _ code: Int = 0) {
        send(kind: 7, stream: 0, Self.bytes(Int(stream), 4) + Self.bytes(code, 4))
    }

    /// Ends the connection.
    func end() {
        connection.end()
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
