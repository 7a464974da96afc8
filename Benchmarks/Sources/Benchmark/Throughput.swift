/// How many calls a second, and what one costs: `throughput CALLER SERVER AT_ONCE SECONDS [CA_FILE]`.
///
/// Callers are `apus-curl`, `apus-urlsession` and `urlsession`. The members of its report are those of `CurlMulti`.
enum Throughput {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 4 || arguments.count == 5, let caller = Caller(rawValue: arguments[0]),
            let atOnce = Int(arguments[2]), let seconds = Double(arguments[3])
        else { throw Misuse() }
        let certificates = arguments.count == 5 ? arguments[4] : nil
        let idle = Usage.memory
        let load = Load(
            atOnce: atOnce, call: try caller.call(arguments[1], atOnce: atOnce, certificates: certificates))
        // Connections are made, caches are warm.
        _ = try await load.run(for: .seconds(seconds / 4))

        let cpu = Usage.cpuSeconds
        let start = ContinuousClock.now
        let latencies = try await load.run(for: .seconds(seconds))
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let used = Usage.cpuSeconds - cpu
        let peak = Usage.peakMemory

        let sorted = latencies.joined().sorted()
        var report = Report()
        report["rate"] = Double(sorted.count) / elapsed
        report["cpu_us"] = used * 1e6 / Double(sorted.count)
        report["p50_us"] = Double(quantile(0.5, of: sorted))
        report["p99_us"] = Double(quantile(0.99, of: sorted))
        report["peak_mib"] = peak
        report["grown_mib"] = peak - idle
        report.print()
    }

    private static func quantile(_ part: Double, of sorted: [UInt32]) -> UInt32 {
        sorted[Int(part * Double(sorted.count - 1))]
    }
}
