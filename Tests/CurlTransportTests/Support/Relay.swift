import Foundation
import Locking
import TestSupport
import Testing

/// Stands before a server that listens at a port, and takes connections over TLS or at a Unix-domain socket.
///
/// Over TLS it shows the certificate "good", and a client may speak HTTP/2 or HTTP/1.1.
final class Relay: Sendable {
    private let control: RawConnection
    private let place: String

    /// Over TLS.
    convenience init(to port: UInt16) async throws {
        try await self.init("tls \(port)")
    }

    /// At a Unix-domain socket.
    convenience init(to port: UInt16, socket path: String) async throws {
        try await self.init("unix \(port) \(path)")
    }

    private init(_ wish: String) async throws {
        control = RawConnection(to: try await Self.program.value.port)
        control.send(wish + "\n")
        place = String(await control.receive(through: "\n").dropLast())
        try #require(!place.isEmpty, "relay.py gave nothing for \(wish)")
    }

    var url: String { "https://127.0.0.1:\(place)" }

    /// One program for all: starting Python takes longer than most tests.
    private static let program = Task {
        let certificates = try await Certificates.shared
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Servers/relay.py").standardizedFileURL
        let python = try #require(Command.find("python3"), "python3 is not in PATH")
        let program = try Command(
            python, [script.path, certificates.path("good.pem"), certificates.path("good.key")]
        ).start()
        let line = await program.line(containing: "listening at ")
        let port = line?.split(separator: " ").last.flatMap { UInt16($0) }
        running.withLock { $0 = program }
        atexit { Relay.running.withLock { $0?.end() } }
        return (program: program, port: try #require(port, "relay.py: \(program.lines)"))
    }

    private static let running = Mutex<RunningProgram?>(nil)
}
