import Locking

/// Between a source that says its values and a task that asks for them: the buffer, or the task that waits.
final class Feed<Element: Sendable, Failure: Error>: Sendable {
    typealias Item = Result<Element?, Failure>
    private typealias Waiter = CheckedContinuation<Item, Never>

    private struct State {
        var buffer = Queue<Element>()
        /// Told when the buffer is empty, once.
        var failure: Failure?
        var isEnded = false
        /// Tasks that wait; the buffer is empty then.
        var waiters = Queue<Waiter>()
    }

    private let state = Mutex(State())
    private let subscription = SingleAssignmentDisposable()
    private let buffering: ValueBuffering

    init(_ buffering: ValueBuffering) {
        self.buffering = buffering
    }

    func subscribe(to sequence: ObservableSequence<Element, Failure>) {
        sequence.run(
            Sink(
                begin: { self.subscription.set($0) }, next: { self.take($0) },
                end: { completion in
                    self.subscription.dispose()
                    self.end(completion)
                }))
    }

    /// The next value, the failure, or nil at the end; cancelled, the subscription is over.
    func next(isolation actor: isolated (any Actor)?) async -> Item {
        if Task.isCancelled { close() }
        if let item = state.withLock({ Self.poll(&$0) }) { return item }
        return await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: actor) { waiter in
                let item = state.withLock { state -> Item? in
                    if let item = Self.poll(&state) { return item }
                    state.waiters.append(waiter)
                    return nil
                }
                if let item { waiter.resume(returning: item) }
            }
        } onCancel: {
            close()
        }
    }

    /// Ends it from this side: disposes, drops what waits, and gives nil to who asks.
    func close() {
        let old = state.withLock { state in
            let old = state
            state = State(isEnded: true)
            return old
        }
        Self.release(old.waiters)
        subscription.dispose()
    }

    private static func poll(_ state: inout State) -> Item? {
        if let value = state.buffer.popFirst() { return .success(value) }
        if let failure = state.failure.take() { return .failure(failure) }
        return state.isEnded ? .success(nil) : nil
    }

    private func take(_ value: Element) {
        var dropped: Element?
        let waiter = state.withLock { state -> Waiter? in
            if state.isEnded { return nil }
            if let waiter = state.waiters.popFirst() { return waiter }
            switch buffering {
            case .unbounded: state.buffer.append(value)
            case .oldest(let limit): if state.buffer.count < limit { state.buffer.append(value) }
            case .newest(let limit):
                guard limit > 0 else { break }
                if state.buffer.count >= limit { dropped = state.buffer.popFirst() }
                state.buffer.append(value)
            }
            return nil
        }
        withExtendedLifetime(dropped) {}
        waiter?.resume(returning: .success(value))
    }

    private func end(_ completion: Completion<Failure>) {
        var failure: Failure?
        if case .failed(let reason) = completion { failure = reason }
        let (first, others) = state.withLock { state -> (Waiter?, Queue<Waiter>) in
            if state.isEnded { return (nil, Queue()) }
            state.isEnded = true
            let first = state.waiters.popFirst()
            if first == nil { state.failure = failure }
            defer { state.waiters = Queue() }
            return (first, state.waiters)
        }
        first?.resume(returning: failure.map { .failure($0) } ?? .success(nil))
        Self.release(others)
    }

    private static func release(_ waiters: Queue<Waiter>) {
        var waiters = waiters
        while let waiter = waiters.popFirst() { waiter.resume(returning: .success(nil)) }
    }
}
