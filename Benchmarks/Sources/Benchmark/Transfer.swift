import Apus
import ApusCurl
import Foundation

/// One large body down or up, by Apus on curl: `transfer collect|discard|dawdle SERVER PATH` or
/// `transfer save|upload SERVER PATH FILE`.
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
        case ("discard", 3): count = try await discard(path, client)
        case ("dawdle", 3): count = try await discard(path, client, pause: .milliseconds(5))
        case ("save", 4): count = try await save(path, to: arguments[3], client)
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

    /// To nothing, chunk by chunk, with a pause after each.
    private static func discard(_ path: String, _ client: Client, pause: Duration? = nil) async throws -> Int {
        let endpoint = Endpoint {
            GET(PathTemplate(path))
            DecodeStream()
        }
        var count = 0
        for try await chunk in try await client.send(endpoint) {
            count += chunk.count
            if let pause { try await Task.sleep(for: pause) }
        }
        return count
    }

    /// Into a file.
    private static func save(_ path: String, to file: String, _ client: Client) async throws -> Int {
        let endpoint = Endpoint {
            GET(PathTemplate(path))
            DecodeFile(to: URL(fileURLWithPath: file))
        }
        let saved = try await client.send(endpoint)
        return try saved.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
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
