/// A source that was written by hand has emitted on two threads at once, which breaks the contract of an observable.
///
/// Found in debug builds and told to `UnhandledFailures`, once a subscription. What a `Task` begun within an event emits
/// while that event lasts is taken for part of it. The events are put in line all the same,
/// so that nothing downstream breaks, but their order is an accident.
public struct OverlappingEvents: Error, Hashable, CustomStringConvertible {
    /// Which operator saw it: "create".
    public let `operator`: String

    /// Events that overlapped at this operator.
    public init(`operator`: String) {
        self.operator = `operator`
    }

    /// What was seen, and what to do about it.
    public var description: String {
        "`\(self.operator)`: an event was emitted while another thread was emitting one; emit from one place at a time"
    }
}
