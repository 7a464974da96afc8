/// The middle of an operator that knows time: a ``Coordinator``, and one timer while there is something to wait for.
///
/// A decision gives the time at which `wake` shall look again, or nil. A timer that is set already is left alone, and
/// `wake` gives a later time if it comes too soon: so a thousand values in a second cost one timer and not a thousand.
/// The times asked for never become earlier. The scheduler, which may be a user's, is asked outside the lock.
final class TimedMiddle<State: Sendable, Element: Sendable, Failure: Error>: Sendable {
    typealias Out = Outbox<Element, Failure>
    typealias Decision = (_ now: Duration, inout State, inout Out) -> Duration?

    private struct Timed: Sendable {
        var state: State
        var hasTimer = false
    }

    private let middle: Coordinator<Timed, Element, Failure>
    private let scheduler: any Scheduler
    private let timer = SerialDisposable()
    private let wake: @Sendable (_ now: Duration, inout State, inout Out) -> Duration?

    init(
        _ state: State, _ downstream: Sink<Element, Failure>, on scheduler: any Scheduler,
        wake: @escaping @Sendable (_ now: Duration, inout State, inout Out) -> Duration?
    ) {
        self.scheduler = scheduler
        self.wake = wake
        middle = Coordinator(Timed(state: state), downstream)
        middle.upstreams.add(timer)
    }

    /// Decides under the lock, as ``Coordinator/update(_:)`` does, with the scheduler's time.
    func update(_ decide: Decision) {
        let now = scheduler.now
        var time: Duration?
        middle.update { timed, out in
            let wanted = decide(now, &timed.state, &out)
            guard let wanted, !timed.hasTimer, !out.isEnded else { return }
            timed.hasTimer = true
            time = wanted
        }
        if let time { wait(until: time, now) }
    }

    /// Subscribes to the source; it is disposed with this.
    func listen<Value, Other>(
        to source: ObservableSequence<Value, Other>, next: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable (Completion<Other>) -> Void
    ) {
        middle.attach(source, next: next, end: end)
    }

    private func wait(until time: Duration, _ now: Duration) {
        timer.schedule(on: scheduler, after: max(time - now, .zero)) { self.fire() }
    }

    private func fire() {
        let now = scheduler.now
        var time: Duration?
        middle.update { timed, out in
            time = wake(now, &timed.state, &out)
            if out.isEnded { time = nil }
            timed.hasTimer = time != nil
        }
        // Never without a delay: an immediate scheduler would go deeper each time.
        if let time { wait(until: max(time, now + .nanoseconds(1)), now) }
    }
}
