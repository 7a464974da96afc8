import Locking

extension ObservableSequence {
    /// Subscribes again when a trigger says so: to wait, to ask somebody, to give up on some failures.
    ///
    ///     values.retry { failures in failures.delay(.seconds(1)) }
    ///
    /// The handler is called once a subscription, before the source is subscribed to. It gets the failures, each as a
    /// value, and gives the trigger:
    ///
    /// - a value subscribes again, where a failure waits for it; while the source runs it is ignored.
    /// - its completion completes, at once, also while the source runs: `failures.take(2)` cuts the second retry off.
    /// - its error is the error. So the type of the failures is the trigger's: with one of `Never` it can't fail.
    ///
    /// The source's completion completes and disposes the trigger.
    public func retry<Trigger: Sendable, Other: Error>(
        when handler:
            @escaping @Sendable (
                _ failures: ObservableSequence<Failure, Never>
            ) -> ObservableSequence<Trigger, Other>
    ) -> ObservableSequence<Element, Other> {
        ObservableSequence<Element, Other> { downstream in
            let failures = FailureRelay<Failure>()
            let middle = Coordinator<RetryState, Element, Other>(RetryState(), downstream)
            middle.upstreams.add(failures)
            if middle.isDisposed { return }
            middle.listen(to: handler(failures.observable)) { _, state, out in
                guard state.isWaiting else { return }
                state.isWaiting = false
                out.run { self.turn(middle, failures) }
            } end: { completion, _, out in
                out.end(completion)
            }
            turn(middle, failures)
        }
    }

    private func turn<Other>(_ middle: Coordinator<RetryState, Element, Other>, _ failures: FailureRelay<Failure>) {
        middle.listen(to: self) { value, _, out in
            out.next(value)
        } end: { completion, state, out in
            switch completion {
            case .completed: out.end(.completed)
            case .failed(let failure):
                state.isWaiting = true
                // Told from the loop: the trigger may answer at once, a hundred thousand times.
                out.run { failures.send(failure) }
            }
        }
    }
}

/// Whether a failure waits for the trigger.
private struct RetryState: Sendable {
    var isWaiting = false
}

/// Gives values to all who listen at that time; when it is disposed it lets go of them.
private final class FailureRelay<Element: Sendable>: Disposable {
    private struct State {
        var isDisposed = false
        var last = 0
        var gates: [Int: Gate<Element, Never>] = [:]
    }

    private let state = Mutex(State())

    var observable: ObservableSequence<Element, Never> {
        ObservableSequence<Element, Never> { downstream in
            let gate = Gate(downstream, name: "retry(when:)")
            guard let number = self.add(gate) else { return gate.dispose() }
            gate.own(ClosureDisposable { self.remove(number) })
        }
    }

    private func add(_ gate: Gate<Element, Never>) -> Int? {
        state.withLock { state in
            guard !state.isDisposed else { return nil }
            state.last += 1
            state.gates[state.last] = gate
            return state.last
        }
    }

    private func remove(_ number: Int) {
        let gate = state.withLock { $0.gates.removeValue(forKey: number) }
        withExtendedLifetime(gate) {}
    }

    func send(_ value: Element) {
        let gates = state.withLock { $0.gates }
        for (_, gate) in gates.sorted(by: { $0.key < $1.key }) { gate.next(value) }
    }

    func dispose() {
        let gates = state.withLock { state in
            state.isDisposed = true
            defer { state.gates = [:] }
            return state.gates
        }
        for gate in gates.values { gate.dispose() }
    }
}
