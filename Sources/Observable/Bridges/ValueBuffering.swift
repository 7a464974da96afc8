/// What becomes of the values that an asynchronous loop has not come to yet.
public enum ValueBuffering: Sendable, Hashable {
    /// All wait, in memory.
    case unbounded
    /// The newest wait, so many at most; older ones are dropped.
    case newest(Int)
    /// The oldest wait, so many at most; newer ones are dropped.
    case oldest(Int)
}
