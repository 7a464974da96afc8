import Foundation
import TestSupport
import Testing

/// Certificates made by the openssl command, in a directory that goes with the process.
struct Certificates: Sendable {
    private static let directory = FileManager.default.temporaryDirectory
        .appending(component: "apus-tls-\(UUID().uuidString)")

    /// An authority, in `ca.pem`, and a certificate for 127.0.0.1 by it, "good".
    static var shared: Certificates {
        get async throws { try await making.value }
    }

    private static let making = Task {
        let certificates = try await Certificates()
        try await certificates.issue("good")
        return certificates
    }

    private init() async throws {
        let directory = Self.directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: Certificates.directory) }
        try await openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=Apus Test CA", "-keyout", path("ca.key"), "-out", path("ca.pem"),
        ])
    }

    func path(_ name: String) -> String { Self.directory.appending(component: name).path }

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
            "-set_serial", "\(UInt32.random(in: 1...UInt32.max))", "-days", "\(days)", "-extfile", path("\(name).ext"),
            "-out", path("\(name).pem"),
        ])
    }

    /// A certificate for 127.0.0.1 by its own key.
    func vouchForItself(_ name: String) async throws {
        try await openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path("\(name).key"),
            "-out", path("\(name).pem"),
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
        let output = try await Command(openSSL(), arguments).run()
        try #require(output.status == 0, "openssl \(arguments.joined(separator: " ")): \(output.errors)")
    }
}

/// Where the openssl command is; `Scripts/setup` installs it.
func openSSL() throws -> URL {
    try #require(Command.find("openssl"), "openssl is not in PATH")
}
