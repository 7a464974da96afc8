import Foundation
import TestSupport
import Testing

/// nghttpd, which serves files over HTTP/2: over TLS where there is a certificate, else to who knows beforehand.
final class HTTP2Server: Sendable {
    let port: UInt16
    private let program: RunningProgram
    private let folder: URL
    private let scheme: String

    init(_ certificate: (of: Certificates, name: String)? = nil, _ arguments: [String] = []) async throws {
        let nghttpd = try #require(Command.find("nghttpd"), "nghttpd is not in PATH")
        folder = FileManager.default.temporaryDirectory.appending(component: "apus-http2-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("text".utf8).write(to: folder.appending(component: "text.txt"))
        try Data(repeating: 7, count: 1 << 20).write(to: folder.appending(component: "large.bin"))
        let long = folder.appending(component: "long.bin").path
        try #require(FileManager.default.createFile(atPath: long, contents: nil) && truncate(long, 24 << 20) == 0)
        scheme = certificate == nil ? "http" : "https"
        let key = certificate.map { [$0.of.path("\($0.name).key"), $0.of.path("\($0.name).pem")] }
        // It can't pick a port itself: take one that is free now, and another if it is gone by then.
        for _ in 0..<10 {
            let port = try RawServer().port
            let program = try Command(
                nghttpd,
                ["--verbose", "--address=127.0.0.1", "--htdocs=\(folder.path)", "--echo-upload"] + arguments
                    + (key == nil ? ["--no-tls"] : []) + ["\(port)"] + (key ?? [])
            ).start()
            guard await program.line(containing: "listen 127.0.0.1") != nil else { continue }
            (self.port, self.program) = (port, program)
            return
        }
        throw POSIXError(.EADDRINUSE)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var url: String { "\(scheme)://127.0.0.1:\(port)" }

    /// What it has said, with a line for each frame and field.
    var lines: [String] { program.lines }

    /// How many connections it has had.
    var connections: Int {
        // "[id=1] [  0.535] recv SETTINGS frame <length=18, flags=0x00, stream_id=0>"
        Set(lines.filter { $0.contains("recv SETTINGS") }.map { $0.prefix { $0 != "]" } }).count
    }
}
