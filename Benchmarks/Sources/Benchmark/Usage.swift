import Foundation

/// What this process has used so far.
enum Usage {
    /// Seconds of the processor: its own, and the system's for it.
    static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    /// What is in memory now, in MiB.
    static var memory: Double { status("VmRSS:") }

    /// The most that there has been in memory, in MiB. That of `getrusage` would count the parent's.
    static var peakMemory: Double { status("VmHWM:") }

    private static func status(_ name: String) -> Double {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix(name) }?.split { !$0.isNumber } ?? []
        return words.first.flatMap { Double($0) }.map { $0 / 1024 } ?? 0
    }
}
