import ApusCore

/// Decides which steps of a transfer are told: growth only, at most twenty times a second each way, and the end always.
struct ProgressMeter {
    private struct Way {
        var told: Int64 = 0
        var next: Int64 = .min
    }

    private var upload = Way()
    private var download = Way()

    /// Nanoseconds between two steps.
    static let interval: Int64 = 50_000_000

    mutating func isDue(
        _ direction: TransferProgress.Direction, _ completed: Int64, total: Int64?, isLast: Bool, at now: Int64
    ) -> Bool {
        switch direction {
        case .upload: Self.isDue(&upload, completed, isEnd: isLast || completed == total, at: now)
        case .download: Self.isDue(&download, completed, isEnd: isLast || completed == total, at: now)
        }
    }

    private static func isDue(_ way: inout Way, _ completed: Int64, isEnd: Bool, at now: Int64) -> Bool {
        guard completed > way.told, isEnd || now >= way.next else { return false }
        way.told = completed
        way.next = now + interval
        return true
    }
}
