import Foundation
import Glibc
import Testing

/// A listener on 127.0.0.1 that takes no connection until it is told to: for peers that hang where no server would.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32

    init(backlog: Int32 = 16) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let listener = listener
        var (address, length) = (loopback(port: 0), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return false }
            return bind(listener, address, length) == 0 && listen(listener, backlog) == 0
                && getsockname(listener, address, &length) == 0
        }
        limit(listener)
        port = UInt16(bigEndian: address.sin_port)
        try #require(isBound)
    }

    deinit {
        close(listener)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Takes the next connection, without keeping a thread of Swift's waiting; one that ends at once after ``stop()``.
    func accept() async -> RawConnection {
        let listener = listener
        return await offThread {
            let descriptor = Glibc.accept(listener, nil, nil)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            limit(descriptor)
            return RawConnection(descriptor)
        }
    }

    /// Takes nothing more: who waits for a connection waits no longer.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Connects until the system answers no more, so that who connects next hears nothing.
    func fill() -> [RawConnection] {
        (0..<8).map { _ in RawConnection(to: port, flags: SOCK_NONBLOCK.rawValue) }
    }
}

/// One end of a connection.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Connects to a port of 127.0.0.1.
    init(to port: UInt16, flags: UInt32 = 0) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags), 0)
        var address = loopback(port: port)
        _ = withUnsafeBytes(of: &address) { [descriptor] bytes in
            connect(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }

    deinit {
        if isOpen { close(descriptor) }
    }

    /// Whether there was a connection to take.
    var isOpen: Bool { descriptor >= 0 }

    /// Waits for bytes; none where the peer has ended the connection.
    func receive(atMost limit: Int = 64 << 10) async -> [UInt8] {
        let descriptor = descriptor
        return await offThread {
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// Waits for so many bytes; fewer where the peer has ended the connection.
    func receive(exactly count: Int) async -> [UInt8] {
        let descriptor = descriptor
        return await offThread {
            var bytes = [UInt8](repeating: 0, count: count)
            var end = 0
            while end < count {
                let more = bytes[end...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
                if more <= 0 { break }
                end += more
            }
            return Array(bytes.prefix(end))
        }
    }

    /// Waits for the bytes up to and including a text that ends early, such as the empty line after a head.
    func receive(through end: String) async -> String {
        let descriptor = descriptor
        return await offThread {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while bytes.count < 64 << 10, !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
                if recv(descriptor, &byte, 1, 0) <= 0 { break }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits until the peer has ended the connection; an issue where it does not.
    func waitForEnd() async {
        let descriptor = descriptor
        let hasEnded = await offThread {
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = recv(descriptor, &bytes, bytes.count, 0)
                if count <= 0 { return count == 0 || errno == ECONNRESET }
            }
        }
        #expect(hasEnded, "the peer did not end the connection")
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends what the system takes at once, which is all of a short message.
    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the connection, with a FIN, both ways.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Passes on what comes from another connection until that ends.
    func relay(from other: RawConnection) async {
        await offThread { [descriptor, source = other.descriptor] in
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = recv(source, &bytes, bytes.count, 0)
                if count <= 0 || Glibc.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL)) < 0 { break }
            }
            shutdown(descriptor, Int32(SHUT_WR))
        }
    }
}

/// Ends what waits for a peer that does nothing, where a test fails: nothing else would.
private func limit(_ descriptor: Int32) {
    var time = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
}

private func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

/// Does what blocks without keeping a thread of Swift's waiting.
func offThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
