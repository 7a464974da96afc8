import ApusCore
import ApusCurl
import Foundation
import LoopbackServer
import Testing

/// Memory is that of a process, so each test has one of its own: what the others take at the same time does not count.
@Suite(.disabled(if: Sanitizer.isOn)) struct Memory {
    @Test func `A body of ten megabytes that decodes to ten gigabytes ends at the limit, and memory stays flat`()
        async throws
    {
        let server = try LoopbackServer()
        let bomb = Bomb.gzip
        #expect(bomb.count < 11 << 20)
        server.otherwise { _ in .bytes(bomb, fields: [("Content-Encoding", "gzip")]) }
        await #expect(processExitsWith: .success) { [url = server.url as String] in
            let curl = transport()
            // What is made once is there after the first.
            try await expectEndAtLimit(url, curl)
            let before = try peakMemory()
            for _ in 0..<20 { try await expectEndAtLimit(url, curl) }
            let growth = try peakMemory() - before
            #expect(growth < 4 << 10, "kilobytes")
        }
    }
}

private func expectEndAtLimit(_ url: String, _ curl: CurlTransport) async throws {
    let error = try await failure(of: request(.get, url), by: curl, limit: 1 << 20)
    #expect(error?.kind == .tooLarge, "\(String(describing: error))")
}

/// The most memory that this process has had, in kilobytes.
private func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
}

/// Zeros, 10 GiB of them.
private enum Bomb {
    /// As gzip (RFC 1952): 10,240 times the same mebibyte, since nothing refers back past its flush.
    static var gzip: [UInt8] {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let lastBlock: [UInt8] = [3, 0]
        let checksum: [UInt8] = [0x2F, 0x91, 0x1D, 0xF4]
        let size: [UInt8] = [0, 0, 0, 0x80]
        return header + (0..<10_240).flatMap { _ in mebibyte } + lastBlock + checksum + size
    }

    /// Deflated by zlib: each byte of zero stands for 1,032 zeros.
    private static let mebibyte: [UInt8] =
        [0xEC, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0]
        + Array(repeating: 0, count: 1016)
        + [0x3E, 0x03, 0, 0, 0xFF, 0xFF]
}
