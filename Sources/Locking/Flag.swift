public import Synchronization

/// Something that becomes true once and stays so, asked for without a lock: whether a loop should go on.
public struct Flag: ~Copyable, Sendable {
    @usableFromInline let value = Atomic<Bool>(false)

    /// A flag that isn't raised.
    @inlinable
    public init() {}

    /// Whether it was raised; what was done before that is seen by who sees it.
    @inlinable
    public var isRaised: Bool { value.load(ordering: .acquiring) }

    /// Raises it, for good.
    @inlinable
    public borrowing func raise() {
        value.store(true, ordering: .releasing)
    }
}
