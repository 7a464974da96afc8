public import Synchronization

/// A value behind a lock: `Synchronization.Mutex`, made visible to the thread sanitizer.
///
/// On Linux a contended `Synchronization.Mutex` changes hands inside the standard library and the kernel, where the
/// sanitizer doesn't see it, so it takes every value behind one for a race. A mark tells it the order: each turn ends with
/// a release of it that the next begins by acquiring. Its value doesn't matter, and a plain store is enough, as one turn
/// at a time makes it.
public struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Synchronization.Mutex<Value>
    @usableFromInline let turn = Atomic<Bool>(false)

    /// A lock around a value.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Synchronization.Mutex(value)
    }

    /// Runs the closure with the value while no one else has it.
    ///
    /// Decide in the closure and act after it: no code of a user runs in here.
    @inlinable @inline(__always)
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
            _ = turn.load(ordering: .acquiring)
            defer { turn.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
