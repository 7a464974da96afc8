/// Why `firstSuccess()` has no value: all of its promises failed, or there were none.
public struct NoSuccess<Failure: Error>: CancellableFailure, CustomStringConvertible {
    /// What they failed with, in the order of the promises; empty where there were none, or where it was cancelled.
    public let failures: [Failure]
    /// Whether it was cancelled before they had failed.
    public let isCancelled: Bool

    /// Whether it was cancelled before they had failed.
    public var isCancellation: Bool { isCancelled }

    /// The failure of what was cancelled.
    public static var cancelled: NoSuccess { NoSuccess(failures: [], isCancelled: true) }

    /// What happened, in a line for each failure.
    public var description: String {
        if isCancelled { return "cancelled" }
        guard !failures.isEmpty else { return "no promise to succeed" }
        return (["none of \(failures.count) succeeded"] + failures.map { "\($0)" }).joined(separator: "\n")
    }
}
