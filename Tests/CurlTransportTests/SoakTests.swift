import ApusCore
import ApusCurl
import Foundation
import Locking
import LoopbackServer
import Testing

/// Many requests, some of them cancelled at a random moment, and nothing is left of them. In processes of their own, where
/// nobody else opens and takes anything. With APUS_SOAK=1 they are a million and 100,000, sent to nginx where there is one.
@Suite(.disabled(if: Sanitizer.isOn)) struct Soak {
    private static let isLong = ProcessInfo.processInfo.environment["APUS_SOAK"] != nil

    @Test func `Descriptors, threads and memory are the same after many requests and cancellations`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .text("a") }
        let nginx = Self.isLong ? ProcessInfo.processInfo.environment["APUS_NGINX_URL"] : nil
        let url = nginx.map { $0 + "/company.json" } ?? server.url
        let (requests, cancellations) = Self.isLong ? (1_000_000, 100_000) : (4000, 400)
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [url = url as String, requests = requests as Int, cancellations = cancellations as Int] in
            try await soak(url, requests, cancellations)
        }
        if Self.isLong { print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)) }
    }
}

private func soak(_ url: String, _ requests: Int, _ cancellations: Int) async throws {
    let get = try request(.get, url)
    // What is made once is there after some requests, the threads that Swift runs tasks and waits with among them.
    await sendMany(get, transport(), 100, cancelling: 10, seed: 0)
    try await Task.sleep(for: .milliseconds(1))
    let start = try Usage()
    var curl: CurlTransport? = transport { $0.eventLoops = 2 }
    // Memory is used again once it has been needed: what a tenth needs is enough for the rest.
    if let curl { await sendMany(get, curl, requests / 10, cancelling: cancellations / 10, seed: 1) }
    let before = try Usage()
    let begin = ContinuousClock.now
    if let curl { await sendMany(get, curl, requests, cancelling: cancellations, seed: 2) }
    let time = ContinuousClock.now - begin
    let after = try Usage()
    // Each loop has a few of its own, and as many connections as there were requests at once.
    #expect(after.descriptors <= start.descriptors + 2 * (64 + 8))
    #expect(after.threads <= start.threads + 2 + ProcessInfo.processInfo.activeProcessorCount)
    #expect(after.kilobytes <= before.kilobytes + 8 << 10)
    curl = nil
    var end = try Usage()
    let deadline = ContinuousClock.now + .seconds(10)
    while end.descriptors > start.descriptors + 2 || end.threads > start.threads, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(5))
        end = try Usage()
    }
    print("soak: \(requests) requests, \(cancellations) cancelled, in \(time)")
    for (name, usage) in [("start", start), ("a tenth", before), ("all", after), ("released", end)] {
        print("soak: \(name): \(usage)")
    }
    // Swift's own timers may have come to take one or two.
    #expect(end.descriptors <= start.descriptors + 2, "\(start), \(end)")
    #expect(end.threads <= start.threads, "\(start), \(end)")
}

/// Sends so many by 64 workers, each the next when its last has ended.
private func sendMany(_ get: HTTPRequest, _ curl: CurlTransport, _ count: Int, cancelling: Int, seed: UInt64) async {
    let (answered, cancelled) = (Counter(), Counter())
    let workers = 64
    await withTaskGroup(of: Void.self) { group in
        for worker in 0..<workers {
            group.addTask {
                var random = SeededGenerator(seed &* 1000 &+ UInt64(worker))
                for index in stride(from: worker, to: count, by: workers) {
                    let isCancelled = index % (count / cancelling) == 0
                    let task = Task { await outcome(of: get, by: curl) }
                    if isCancelled {
                        for _ in 0..<Int.random(in: 0..<50, using: &random) { await Task.yield() }
                        task.cancel()
                    }
                    switch await task.value {
                    case .success: answered.add()
                    case .failure(let error):
                        #expect(isCancelled && error.kind == .cancelled, "\(error)")
                        cancelled.add()
                    }
                }
            }
        }
    }
    #expect(answered.value + cancelled.value == count)
    #expect(answered.value >= count - cancelling)
}

/// What this process has open and takes.
private struct Usage: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    let kilobytes: Int

    init() throws {
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        func number(_ name: String) throws -> Int {
            let line = try #require(status.first { $0.hasPrefix(name + ":") })
            return try #require(Int(line.filter(\.isNumber)))
        }
        threads = try number("Threads")
        kilobytes = try number("VmRSS")
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(kilobytes) kB" }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}

/// The same numbers each time (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
