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
    /// The times are counted from the first one, so that a slow subscriber does not make the timer drift. Those that went
    /// by while the subscriber was busy or the machine asleep are made up for by one late value; the next comes at its
    /// time. The numbers count the values told, without a gap. An interval of less than a nanosecond is one.
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
            let last = time.latest(every: interval, until: scheduler.now)
            downstream.next(number)
            guard !timer.isDisposed else { return }
            tick(number + 1, at: (last + interval).clamped, every: interval, on: scheduler, timer, downstream)
        }
    }
}

extension Duration {
    /// The last of the times from this one on, at intervals, that isn't after `now`; this one if there is none.
    fileprivate func latest(every interval: Duration, until now: Duration) -> Duration {
        var left = (now - self).clamped
        let passed = left
        // A long division in binary: exact, and short where years are counted in nanoseconds.
        var step = interval
        while step <= left - step { step += step }
        while step >= interval {
            if left >= step { left -= step }
            step /= 2
        }
        return self + (passed - left)
    }
}
