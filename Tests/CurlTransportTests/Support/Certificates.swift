import Foundation
import Testing

/// Certificates made by the openssl command for one test, in a directory that goes with them.
final class Certificates: Sendable {
    let directory: URL

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(component: "apus-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try await openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=Apus Test CA", "-keyout", path("ca.key"), "-out", path("ca.pem"),
        ])
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func path(_ name: String) -> String { directory.appending(component: name).path }

    /// A certificate for a host by the test's own authority, and its key: `NAME.pem` and `NAME.key`.
    func issue(_ name: String, host: String = "127.0.0.1", days: Int = 2) async throws {
        try await openssl([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
            "-keyout", path("\(name).key"), "-out", path("\(name).csr"),
        ])
        let isAddress = host.allSatisfy { $0.isNumber || $0 == "." }
        let extensions = "subjectAltName=\(isAddress ? "IP" : "DNS"):\(host)\n"
        try extensions.write(toFile: path("\(name).ext"), atomically: true, encoding: .utf8)
        try await openssl([
            "x509", "-req", "-in", path("\(name).csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"),
            "-CAcreateserial", "-days", "\(days)", "-extfile", path("\(name).ext"), "-out", path("\(name).pem"),
        ])
    }

    /// The pin of a certificate's key.
    func pin(of name: String) async throws -> String {
        try await openssl([
            "pkey", "-in", path("\(name).key"), "-pubout", "-outform", "der", "-out", path("\(name).der"),
        ])
        try await openssl(["dgst", "-sha256", "-binary", "-out", path("\(name).sha"), path("\(name).der")])
        return try Data(contentsOf: URL(fileURLWithPath: path("\(name).sha"))).base64EncodedString()
    }

    private func openssl(_ arguments: [String]) async throws {
        let status = try await offThread {
            Result {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = ["openssl"] + arguments
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                return process.terminationStatus
            }
        }.get()
        try #require(status == 0, "openssl \(arguments.joined(separator: " "))")
    }
}

/// openssl's test server, which answers every request with a page about the connection.
final class SecureServer {
    let port: Int
    private let process = Process()

    init(_ certificates: Certificates, _ name: String, _ arguments: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", certificates.path("\(name).pem"),
                "-key",
                certificates.path("\(name).key"),
            ] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var said = ""
        var port: Int?
        // "ACCEPT 127.0.0.1:40123" is the line that says where.
        while port == nil {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            said += String(decoding: more, as: UTF8.self)
            port = said.split(separator: "\n").dropLast(said.hasSuffix("\n") ? 0 : 1).first { $0.hasPrefix("ACCEPT ") }
                .flatMap { Int($0.split(separator: ":").last ?? "") }
        }
        self.port = try #require(port, "openssl s_server: \(said)")
    }

    deinit {
        // It has the signal mask of the thread that started it, which may block the signals that ask.
        kill(process.processIdentifier, SIGKILL)
    }

    var url: String { "https://127.0.0.1:\(port)/" }
}
