import Dispatch
import Glibc
import Testing

/// A listener on 127.0.0.1 that takes no connection until it is told to: for peers that hang where no server would.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32

    init(backlog: Int32 = 16) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return false }
            return bind(listener, address, length) == 0 && listen(listener, backlog) == 0
                && getsockname(listener, address, &length) == 0
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isBound)
    }

    deinit {
        close(listener)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Takes the next connection, without keeping a thread of Swift's waiting.
    func accept() async -> RawConnection {
        let listener = listener
        return await offThread { RawConnection(Glibc.accept(listener, nil, nil)) }
    }

    /// Connects until the system answers no more, so that who connects next hears nothing.
    func fill() -> [RawConnection] {
        var connections: [RawConnection] = []
        for _ in 0..<8 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            _ = withUnsafeBytes(of: &address) { bytes in
                connect(
                    client, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                    socklen_t(MemoryLayout<sockaddr_in>.size))
            }
            connections.append(RawConnection(client))
        }
        return connections
    }
}

/// One end of a connection.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Waits for bytes; none where the peer has ended the connection.
    func receive() async -> [UInt8] {
        let descriptor = descriptor
        return await offThread {
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// Waits until the peer has ended the connection.
    func waitForEnd() async {
        while await !receive().isEmpty {}
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

/// Does what blocks without keeping a thread of Swift's waiting.
func offThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
}
