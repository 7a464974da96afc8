/// The handle of something that runs: cancelling ends it. Letting go of the handle does not.
public struct Cancellable: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    /// Ends what runs; a second time, or after the end, does nothing.
    public func cancel() {
        action()
    }
}
