public import Dispatch

/// Runs actions one after the other on a dispatch queue: the usual place to listen to events.
public struct SerialScheduler: Scheduler {
    private let queue: DispatchQueue

    /// A scheduler with a queue of its own.
    public init(label: String = "apus.observable.serial") {
        queue = DispatchQueue(label: label)
    }

    /// A scheduler on this queue. Through a concurrent queue actions still go one at a time.
    public init(queue: DispatchQueue) {
        self.queue =
            queue === DispatchQueue.main ? queue : DispatchQueue(label: "apus.observable.serial", target: queue)
    }

    /// The time since the program first asked.
    public var now: Duration { .sinceOrigin }

    /// Runs the action on the queue.
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        queue.run(action)
    }

    /// Runs the action on the queue after a delay.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        queue.run(after: delay, action)
    }
}

extension Scheduler where Self == SerialScheduler {
    /// The main queue.
    public static var main: SerialScheduler { SerialScheduler(queue: .main) }

    /// A queue of its own, one action at a time.
    public static func serial() -> SerialScheduler { SerialScheduler() }

    /// This queue, one action at a time.
    public static func serial(on queue: DispatchQueue) -> SerialScheduler { SerialScheduler(queue: queue) }
}
