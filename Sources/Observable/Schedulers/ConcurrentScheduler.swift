import Dispatch

/// Runs actions beside each other on the global queue: for work that should not hold up anybody.
public struct ConcurrentScheduler: Scheduler {
    /// A scheduler on the global queue.
    public init() {}

    /// The time since the program first asked.
    public var now: Duration { .sinceOrigin }

    /// Runs the action on some thread, in any order.
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        DispatchQueue.global().run(action)
    }

    /// Runs the action on some thread after a delay.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        DispatchQueue.global().run(after: delay, action)
    }
}

extension Scheduler where Self == ConcurrentScheduler {
    /// The global queue, many actions at a time.
    public static var concurrent: ConcurrentScheduler { ConcurrentScheduler() }
}
