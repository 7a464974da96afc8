#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// Every system call, and everything that differs between the platforms, is in this file.
#if canImport(Darwin)
private let streamType = SOCK_STREAM
private let sendFlags: Int32 = 0  // SO_NOSIGPIPE is set on the socket instead
private let system = (socket: Darwin.socket, close: Darwin.close, send: Darwin.send, pipe: Darwin.pipe)
#else
private let streamType = Int32(SOCK_STREAM.rawValue)
private let sendFlags = Int32(MSG_NOSIGNAL)  // a vanished peer is an error, not a SIGPIPE
private let system = (socket: Glibc.socket, close: Glibc.close, send: Glibc.send, pipe: Glibc.pipe)
#endif

/// A descriptor and the few system calls the fixture makes on it; whoever holds it last must close it.
struct Socket: Sendable {
    /// The descriptor. It is a number without an owner: copies of a `Socket` are the same socket.
    private let descriptor: Int32

    /// Listens on 127.0.0.1 and nowhere else; port 0 lets the system pick a free one.
    static func listening(on port: UInt16) throws -> Socket {
        let socket = Socket(descriptor: try check("socket", system.socket(AF_INET, streamType, 0)))
        do {
            socket.closeOnExec()
            // Non-blocking, because a peer may give up between poll() and accept().
            _ = fcntl(socket.descriptor, F_SETFL, O_NONBLOCK)
            socket.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.descriptor, $0, size) }
            }
            try check("bind to 127.0.0.1:\(port)", bound)
            try check("listen", listen(socket.descriptor, Int32(SOMAXCONN)))
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// A pipe whose reading end becomes ready when the writing end is closed.
    static func pipe() throws -> (reading: Socket, writing: Socket) {
        var ends: [Int32] = [-1, -1]
        try check("pipe", system.pipe(&ends))
        let (reading, writing) = (Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
        reading.closeOnExec()
        writing.closeOnExec()
        return (reading, writing)
    }

    /// The port a listening socket is bound to.
    var localPort: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next waiting connection; nil when there is none after all, or no descriptor left for it.
    func accepted() -> Socket? {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        let socket = Socket(descriptor: connection)
        socket.closeOnExec()
        _ = fcntl(connection, F_SETFL, 0)  // Darwin hands the listener's O_NONBLOCK down
        // What a script sends before a pause must not wait for what it sends after.
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
        #if canImport(Darwin)
        socket.set(SOL_SOCKET, SO_NOSIGPIPE, to: Int32(1))
        #endif
        return socket
    }

    /// Waits until bytes or the end of the stream can be read from one of the sockets; false when the deadline passed.
    static func wait(for sockets: [Socket], until deadline: ContinuousClock.Instant? = nil) -> Bool {
        var entries = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while true {
            let milliseconds = deadline.map { max(ContinuousClock.now.duration(to: $0) / .milliseconds(1), 0) }
            let timeout = milliseconds.map { Int32(min($0.rounded(.up), Double(Int32.max))) } ?? -1
            let ready = poll(&entries, nfds_t(entries.count), timeout)
            if ready >= 0 || errno != EINTR { return ready != 0 }
        }
    }

    /// Appends the bytes that have arrived, waiting for at least one; throws when the peer or `disconnect()` ended it.
    func receive(into buffer: inout [UInt8]) throws {
        try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { chunk in
            var count = 0
            repeat { count = recv(descriptor, chunk.baseAddress, chunk.count, 0) } while count < 0 && errno == EINTR
            guard count > 0 else { throw ConnectionEnd.disconnected }
            buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
    }

    /// Sends all the bytes, waiting for a slow reader; throws when the peer or `disconnect()` ended it.
    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = system.send(descriptor, part.baseAddress, part.count, sendFlags)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { throw ConnectionEnd.disconnected }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Sends the FIN: the peer reads the end of the stream after what was sent before.
    func finishSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions and so wakes the thread that waits in a call on this socket, which then closes it.
    func disconnect() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Makes `close()` send an RST.
    func resetWhenClosed() {
        set(SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }

    /// Gives the descriptor back to the system.
    func close() {
        _ = system.close(descriptor)
    }

    /// Keeps the descriptor from child processes, which would hold the connection open.
    private func closeOnExec() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Sets a socket option to a C value.
    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, to value: Value) {
        _ = withUnsafeBytes(of: value) {
            setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
        }
    }
}

/// Runs the body on a new detached thread: the fixture blocks, which the threads of Swift's tasks must not.
func startThread(_ body: @escaping @Sendable () -> Void) throws {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let start = Unmanaged.passRetained(Start(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let code = pthread_create(
        &thread, nil,
        { argument in
            let argument: UnsafeMutableRawPointer? = argument  // optional on one platform only
            if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, start.toOpaque())
    guard code == 0 else {
        start.release()
        throw SocketError(call: "pthread_create", code: code)
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
}

/// Turns the -1 of a system call into an error.
@discardableResult
private func check(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw SocketError(call: call, code: errno) }
    return result
}

/// Says which system call kept the server from starting, and why.
package struct SocketError: Error, CustomStringConvertible {
    /// The call and what it was made on.
    package let call: String
    /// The `errno` it left.
    package let code: Int32

    /// A sentence for a log.
    package var description: String { "the loopback server cannot \(call): \(String(cString: strerror(code)))" }
}
