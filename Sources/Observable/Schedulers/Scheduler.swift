/// Says where and when work runs: give one to ``ObservableSequence/observe(on:)`` and to the operators that know time.
///
/// There are `.main`, `.serial()`, `.serial(on: queue)`, `.concurrent`, `.immediate`, and for tests a
/// ``VirtualTimeScheduler``. To write one, run each action once, unless it was disposed before; actions that are
/// scheduled without a delay run in the order in which they came unless the scheduler is concurrent. Observables never
/// run two events of one subscription at once, whatever the scheduler.
public protocol Scheduler: Sendable {
    /// The time since some fixed moment.
    var now: Duration { get }

    /// Runs the action soon; disposing takes it back if it has not begun.
    @discardableResult
    func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

    /// Runs the action after a delay; one of zero or less is none, and one beyond all bounds is just very long.
    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}
