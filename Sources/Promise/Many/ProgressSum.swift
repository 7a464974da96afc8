import ApusCore

/// The progress of many promises together. Their numbers may be anybody's, a server's among them: the sums have room.
struct ProgressSum {
    private var completed: Int128 = 0
    private var total: Int128 = 0
    /// How many have said their total.
    private var known = 0

    mutating func add(_ progress: TransferProgress) {
        completed += Int128(progress.completed)
        total += Int128(progress.total ?? 0)
        known += progress.total == nil ? 0 : 1
    }

    mutating func subtract(_ progress: TransferProgress) {
        completed -= Int128(progress.completed)
        total -= Int128(progress.total ?? 0)
        known -= progress.total == nil ? 0 : 1
    }

    /// The whole, whose total is known when all of theirs are.
    func progress(_ direction: TransferProgress.Direction, of count: Int) -> TransferProgress {
        TransferProgress(
            direction, completed: Int64(clamping: completed), total: known == count ? Int64(clamping: total) : nil)
    }
}
