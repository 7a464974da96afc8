import TestSupport
import Testing

/// openssl's test server, which answers every request with a page about the connection.
struct SecureServer {
    let port: Int
    private let program: RunningProgram

    init(_ certificates: Certificates, _ name: String, _ arguments: [String] = []) async throws {
        let files = ["-cert", certificates.path("\(name).pem"), "-key", certificates.path("\(name).key")]
        program = try Command(openSSL(), ["s_server", "-www", "-accept", "127.0.0.1:0"] + files + arguments).start()
        // "ACCEPT 127.0.0.1:40123" is the line that says where.
        let line = await program.line(containing: "ACCEPT 127.0.0.1:")
        port = try #require(
            line.flatMap { Int($0.split(separator: ":").last ?? "") }, "openssl s_server: \(program.lines)")
    }

    var url: String { "https://127.0.0.1:\(port)/" }
}
