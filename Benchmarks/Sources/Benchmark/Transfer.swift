import Apus
import ApusCurl
import Foundation

/// One large body down or up, by Apus on curl: `transfer collect SERVER PATH` or `transfer upload SERVER PATH FILE`.
///
/// Memory is compared with that of the process after a first, short call.
enum Transfer {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 3 else { throw Misuse() }
        let client = Client(arguments[1], transport: CurlTransport())
        let path = arguments[2]
        _ = try await client.send(company)

        let idle = Usage.memory
        let start = ContinuousClock.now
        let count: Int
        switch (arguments[0], arguments.count) {
        case ("collect", 3): count = try await collect(path, client)
        case ("upload", 4): count = try await upload(arguments[3], to: path, client)
        default: throw Misuse()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)

        var report = Report()
        report["mib_per_second"] = Double(count) / 1_048_576 / seconds
        report["grown_mib"] = Usage.peakMemory - idle
        report.print()
    }

    private static let company = Endpoint {
        GET("/company.json")
        Decode(Corporation.self)
    }

    /// Into memory.
    private static func collect(_ path: String, _ client: Client) async throws -> Int {
        let endpoint = Endpoint {
            GET(PathTemplate(path))
            BodyLimit(1 << 30)
            DecodeData()
        }
        return try await client.send(endpoint).count
    }

    /// From a file.
    private static func upload(_ file: String, to path: String, _ client: Client) async throws -> Int {
        let file = URL(fileURLWithPath: file)
        let endpoint = Endpoint {
            PUT(PathTemplate(path))
            Body(file: file)
            DecodeNothing()
        }
        try await client.send(endpoint)
        return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
}
