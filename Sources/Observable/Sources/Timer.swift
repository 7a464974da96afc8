extension ObservableSequence where Element == Int, Failure == Never {
    /// Zero after a delay, then completion.
    public static func timer(after delay: Duration, on scheduler: some Scheduler) -> ObservableSequence {
        ObservableSequence { downstream in
            let timer = SerialDisposable()
            downstream.begin(timer)
            timer.schedule(on: scheduler, after: delay) {
                downstream.next(0)
                if !timer.isDisposed { downstream.end(.completed) }
            }
        }
    }

    /// 0, 1, 2 … : the first after a delay, the others at intervals from it. It ends when it is disposed.
    ///
    /// The times are counted from the first one, so that a slow subscriber does not make the timer drift; it gets the
    /// values it is late for one by one. An interval of less than a nanosecond is one.
    public static func timer(
        after delay: Duration, every interval: Duration, on scheduler: some Scheduler
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let timer = SerialDisposable()
            downstream.begin(timer)
            let first = (scheduler.now + delay.clamped).clamped
            tick(0, at: first, every: max(interval.clamped, .nanoseconds(1)), on: scheduler, timer, downstream)
        }
    }

    private static func tick(
        _ number: Int, at time: Duration, every interval: Duration, on scheduler: some Scheduler,
        _ timer: SerialDisposable, _ downstream: Sink<Int, Never>
    ) {
        // Never without a delay: an immediate scheduler would then go deeper with each tick.
        let delay = max(time - scheduler.now, number == 0 ? .zero : .nanoseconds(1))
        timer.schedule(on: scheduler, after: delay) {
            downstream.next(number)
            guard !timer.isDisposed else { return }
            tick(number + 1, at: (time + interval).clamped, every: interval, on: scheduler, timer, downstream)
        }
    }
}
