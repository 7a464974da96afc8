import Dispatch

/// Runs actions at once on the thread that schedules them; those with a delay, on a private queue when it is over.
public struct ImmediateScheduler: Scheduler {
    private static let timers = DispatchQueue(label: "apus.observable.immediate", attributes: .concurrent)
    /// What has run can't be taken back: one handle does for all.
    private static let done = ClosureDisposable()

    /// The one there is.
    public init() {}

    /// The time since the program first asked.
    public var now: Duration { .sinceOrigin }

    /// Runs the action before it returns.
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        action()
        return Self.done
    }

    /// Runs the action after the delay, or before it returns where there is none.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        delay > .zero ? Self.timers.run(after: delay, action) : schedule(action)
    }
}

extension Scheduler where Self == ImmediateScheduler {
    /// The calling thread, at once.
    public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
