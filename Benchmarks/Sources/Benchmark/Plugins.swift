import Apus
import ApusCurl

/// What plugins cost that do nothing: `plugins SERVER AT_ONCE SECONDS`.
///
/// Calls through none and through eight of them take turns of 50 ms in one process, over the same transport and its
/// connections, so that both meet the same machine.
enum Plugins {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3, let atOnce = Int(arguments[1]), let seconds = Double(arguments[2]) else {
            throw Misuse()
        }
        let transport = CurlTransport()
        let company = Endpoint {
            GET("/company.json")
            Decode(Corporation.self)
        }
        let none = Client(arguments[0], transport: transport)
        let eight = Client(arguments[0], transport: transport) {
            for number in 1...8 { PassThrough(number: number) }
        }
        var ways = [
            Way(name: "none", load: Load(atOnce: atOnce) { _ = try await none.send(company) }),
            Way(name: "eight", load: Load(atOnce: atOnce) { _ = try await eight.send(company) }),
        ]
        for way in ways { _ = try await way.load.run(for: .seconds(seconds / 8)) }

        let end = ContinuousClock.now + .seconds(seconds)
        repeat {
            for index in ways.indices { try await ways[index].takeTurn() }
            // Who comes after whom matters to neither.
            ways.reverse()
        } while ContinuousClock.now < end
        var report = Report()
        for way in ways {
            report["\(way.name)_us"] = way.elapsed * 1e6 / Double(way.calls)
            report["\(way.name)_cpu_us"] = way.cpu * 1e6 / Double(way.calls)
        }
        report.print()
    }

    private struct Way {
        let name: String
        let load: Load
        var calls = 0
        var elapsed = 0.0
        var cpu = 0.0

        mutating func takeTurn() async throws {
            let before = Usage.cpuSeconds
            let start = ContinuousClock.now
            calls += try await load.run(for: .milliseconds(50)).reduce(0) { $0 + $1.count }
            elapsed += (ContinuousClock.now - start) / .seconds(1)
            cpu += Usage.cpuSeconds - before
        }
    }
}

/// Hands everything on.
private struct PassThrough: Plugin {
    let number: Int
    var summary: String { "pass through \(number)" }

    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }
}
