#if canImport(Darwin)
import Darwin
private let streamType = SOCK_STREAM
private let systemClose = Darwin.close
private let systemSend = Darwin.send
private let systemConnect = Darwin.connect
#else
import Glibc
private let streamType = Int32(SOCK_STREAM.rawValue)
private let systemClose = Glibc.close
private let systemSend = Glibc.send
private let systemConnect = Glibc.connect
#endif

/// A TCP client that knows nothing of HTTP but where an answer ends, to see the bytes the server really sends.
final class RawClient: Sendable {
    /// The errno of a call that failed; EAGAIN after a minute of silence.
    struct Failure: Error, Equatable {
        let code: Int32
    }

    private let descriptor: Int32

    /// Connects to the port; throws `Failure`.
    init(_ port: UInt16, address: UInt32 = 0x7F00_0001) throws {
        let descriptor = socket(AF_INET, streamType, 0)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr.s_addr = address.bigEndian
        let result = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 {
            let code = errno
            _ = systemClose(descriptor)
            throw Failure(code: code)
        }
        // Last, since an initialiser that throws when all is set runs deinit, which would close a second time.
        self.descriptor = descriptor
    }

    deinit {
        _ = systemClose(descriptor)
    }

    /// Sends the text's UTF-8.
    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Sends the bytes.
    func send(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        try bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var sent = 0
            while sent < bytes.count {
                let count = systemSend(descriptor, start + sent, bytes.count - sent, flags)
                guard count > 0 else { throw Failure(code: errno) }
                sent += count
            }
        }
    }

    /// Sends the FIN and goes on reading.
    func finishSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// What comes next, at most so many bytes; empty at the end of the stream.
    func receive(atMost limit: Int = 65_536) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let received = recv(descriptor, buffer.baseAddress, limit, 0)
            guard received >= 0 else { throw Failure(code: errno) }
            count = received
        }
    }

    /// Everything up to the end of the stream.
    func receiveAll() throws -> String {
        var all: [UInt8] = []
        while case let more = try receive(), !more.isEmpty { all += more }
        return String(decoding: all, as: UTF8.self)
    }

    /// Everything up to the ending, or to the end of the stream if it never comes.
    func receive(through ending: String) throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
            let byte = try receive(atMost: 1)
            if byte.isEmpty { break }
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next answer that has a Content-Length: its head, and its body.
    func answer() throws -> (head: String, body: String) {
        let head = try receive(through: "\r\n\r\n")
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        var missing = line.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
        var body: [UInt8] = []
        while missing > 0, case let more = try receive(atMost: min(missing, 65_536)), !more.isEmpty {
            body += more
            missing -= more.count
        }
        return (head, String(decoding: body, as: UTF8.self))
    }

    /// Sends a request without a body and reads the answer.
    func get(_ path: String, method: String = "GET") throws -> (head: String, body: String) {
        try send("\(method) \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        return try answer()
    }
}
