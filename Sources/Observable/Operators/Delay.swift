extension ObservableSequence {
    /// The values and the completion so much later, with the same distances; an error at once, without those that wait.
    ///
    /// They arrive on the scheduler, a serial queue of the operator's own if none is given; an error where it comes
    /// from. What waits is kept in memory.
    public func delay(_ duration: Duration, on scheduler: some Scheduler = .serial()) -> ObservableSequence {
        let duration = duration.clamped
        return ObservableSequence { downstream in
            let middle = TimedMiddle(Queue<Delayed<Element>>(), downstream, on: scheduler) { now, queue, out in
                while let first = queue.first, first.time <= now {
                    _ = queue.popFirst()
                    if let value = first.value { out.next(value) } else { out.end(.completed) }
                }
                return queue.first?.time
            }
            middle.listen(to: self) { value in
                middle.update { now, queue, _ in
                    queue.append(Delayed(time: (now + duration).clamped, value: value))
                    return queue.first?.time
                }
            } end: { completion in
                middle.update { now, queue, out in
                    if case .failed = completion {
                        out.end(completion)
                        return nil
                    }
                    queue.append(Delayed(time: (now + duration).clamped, value: nil))
                    return queue.first?.time
                }
            }
        }
    }
}

/// A value that waits for its time, or the completion.
private struct Delayed<Value: Sendable>: Sendable {
    let time: Duration
    let value: Value?
}
