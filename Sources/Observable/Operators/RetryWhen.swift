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
            let retrying = RetryingOnDemand(self, downstream)
            if retrying.isDisposed { return }
            retrying.start(handler(retrying.failures.observable))
        }
    }
}

/// One subscription of `retry(when:)`: to subscribe and to tell a failure are jobs, done one after the other by a loop.
///
/// Not through the outbox of the coordinator: there a sequence without an end would only be heard once it has ended. And
/// not from within each other, since source and trigger may answer at once, a hundred thousand times.
private final class RetryingOnDemand<Element: Sendable, Failure: Error, Other: Error>: Sendable {
    private enum Job: Sendable {
        case subscribe
        case tell(Failure)
    }

    private struct Jobs: Sendable {
        var isRunning = false
        var waiting = Queue<Job>()

        mutating func next() -> Job? {
            let job = waiting.popFirst()
            isRunning = job != nil
            return job
        }
    }

    private let source: ObservableSequence<Element, Failure>
    private let middle: Coordinator<RetryState, Element, Other>
    private let jobs = Mutex(Jobs())
    let failures = FailureRelay<Failure>()

    init(_ source: ObservableSequence<Element, Failure>, _ downstream: Sink<Element, Other>) {
        self.source = source
        middle = Coordinator(RetryState(), downstream)
        middle.upstreams.add(failures)
    }

    var isDisposed: Bool { middle.isDisposed }

    func start<Trigger>(_ trigger: ObservableSequence<Trigger, Other>) {
        middle.attach(trigger) { _ in
            var isWaiting = false
            self.middle.update { state, _ in swap(&isWaiting, &state.isWaiting) }
            if isWaiting { self.run(.subscribe) }
        } end: { completion in
            self.middle.update { $1.end(completion) }
        }
        run(.subscribe)
    }

    /// Does the job and those that come up meanwhile, or leaves it to who is at it.
    private func run(_ job: Job) {
        let isAlone = jobs.withLock { jobs in
            jobs.waiting.append(job)
            defer { jobs.isRunning = true }
            return !jobs.isRunning
        }
        guard isAlone else { return }
        while let job = jobs.withLock({ $0.next() }) {
            switch job {
            case .subscribe: subscribe()
            case .tell(let failure): failures.send(failure)
            }
        }
    }

    private func subscribe() {
        middle.attach(source) { value in
            self.middle.pass(value)
        } end: { completion in
            switch completion {
            case .completed: self.middle.update { $1.end(.completed) }
            case .failed(let failure):
                var isOn = false
                self.middle.update { state, _ in
                    state.isWaiting = true
                    isOn = true
                }
                if isOn { self.run(.tell(failure)) }
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
