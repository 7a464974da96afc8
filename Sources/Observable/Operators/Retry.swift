import Locking

extension ObservableSequence {
    /// Subscribes again where the sequence fails, so many more times at most; the last failure is the error.
    ///
    /// `retry(2)` subscribes three times at most, and `retry(0)` is the sequence itself. The values of each turn are
    /// heard, those before a failure as well. It subscribes again at once; ``retry(when:)`` can wait.
    public func retry(_ times: Int) -> ObservableSequence {
        guard times > 0 else { return self }
        return ObservableSequence { downstream in
            let retrying = Retrying(self, times: times, downstream)
            downstream.begin(retrying.upstream)
            retrying.turn()
        }
    }
}

/// One subscription of `retry`. Turns follow each other, so values need no lock on their way.
private final class Retrying<Element: Sendable, Failure: Error>: Sendable {
    private let source: ObservableSequence<Element, Failure>
    private let downstream: Sink<Element, Failure>
    private let left: Mutex<Int>
    private let asked = Mutex(0)
    let upstream = SerialDisposable()

    init(_ source: ObservableSequence<Element, Failure>, times: Int, _ downstream: Sink<Element, Failure>) {
        self.source = source
        self.downstream = downstream
        left = Mutex(times)
    }

    /// Subscribes, from a loop: a source that fails within `subscribe` asks for the next turn and returns.
    func turn() {
        let isAlone = asked.withLock { asked in
            asked += 1
            return asked == 1
        }
        guard isAlone else { return }
        var isAskedAgain = true
        while isAskedAgain {
            subscribe()
            isAskedAgain = asked.withLock { asked in
                asked -= 1
                return asked > 0
            }
        }
    }

    private func subscribe() {
        // The place is taken first, so that a turn which is over by now can't put its own into it.
        let slot = SingleAssignmentDisposable()
        upstream.set(slot)
        if slot.isDisposed { return }
        source.run(Sink(begin: { slot.set($0) }, next: downstream.next, end: { self.end($0) }))
    }

    private func end(_ completion: Completion<Failure>) {
        guard case .failed = completion, mayTryAgain() else { return downstream.end(completion) }
        turn()
    }

    private func mayTryAgain() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
