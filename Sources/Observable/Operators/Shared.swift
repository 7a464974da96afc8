import Locking

/// The middle of `share`: at most one connection to the source, and who listens to it.
///
/// A decision is made under the lock and carried out outside. Values are told to each listener by its own coordinator,
/// so that one who replays on another thread holds up nobody.
final class Shared<Element: Sendable, Failure: Error>: Sendable {
    private struct State {
        /// Counts the connections, so that what a former one says late is told to nobody.
        var number = 0
        /// Ends the connection; nil where there is none.
        var upstream: SingleAssignmentDisposable?
        var isCompleted = false
        var replay = Queue<Element>()
        var lastKey = 0
        var listeners: [(key: Int, listener: Listener<Element, Failure>)] = []

        /// Forgets the connection. What it held is handed out, to be let go of outside the lock.
        mutating func close() -> State {
            defer {
                upstream = nil
                replay = Queue()
                listeners = []
            }
            return self
        }
    }

    private struct Entry {
        let key: Int
        let replay: [Element]
        let isCompleted: Bool
        /// What the first subscriber connects the source to.
        var connection: (number: Int, upstream: SingleAssignmentDisposable)?
    }

    private let source: ObservableSequence<Element, Failure>
    private let size: Int
    private let lifetime: ShareLifetime
    private let state = Mutex(State())

    init(_ source: ObservableSequence<Element, Failure>, replay: Int, lifetime: ShareLifetime) {
        self.source = source
        size = max(replay, 0)
        self.lifetime = lifetime
    }

    func subscribe(_ downstream: Sink<Element, Failure>) {
        let listener = Listener(downstream)
        if listener.isDisposed { return }
        let entry = enter(listener)
        listener.own(ClosureDisposable { self.leave(entry.key) })
        listener.open(entry.replay, isCompleted: entry.isCompleted)
        // Nobody is left where it was disposed in there.
        guard let (number, upstream) = entry.connection, !upstream.isDisposed else { return }
        source.run(
            Sink(
                begin: { upstream.set($0) }, next: { self.next($0, of: number) }, end: { self.end($0, of: number) }))
    }

    private func enter(_ listener: Listener<Element, Failure>) -> Entry {
        state.withLock { state in
            state.lastKey += 1
            var entry = Entry(key: state.lastKey, replay: state.replay.elements, isCompleted: state.isCompleted)
            if state.isCompleted { return entry }
            state.listeners.append((state.lastKey, listener))
            if state.upstream == nil {
                state.number += 1
                let upstream = SingleAssignmentDisposable()
                state.upstream = upstream
                entry.connection = (state.number, upstream)
            }
            return entry
        }
    }

    private func leave(_ key: Int) {
        let (gone, closed) = state.withLock { state -> (Listener<Element, Failure>?, State?) in
            guard let index = state.listeners.firstIndex(where: { $0.key == key }) else { return (nil, nil) }
            let gone = state.listeners.remove(at: index).listener
            let isLast = state.listeners.isEmpty && lifetime == .whileConnected
            return (gone, isLast ? state.close() : nil)
        }
        closed?.upstream?.dispose()
        withExtendedLifetime((gone, closed)) {}
    }

    private func next(_ value: Element, of number: Int) {
        let (listeners, oldest) = state.withLock {
            state -> ([(key: Int, listener: Listener<Element, Failure>)], Element?) in
            guard state.number == number, state.upstream != nil else { return ([], nil) }
            if size > 0 { state.replay.append(value) }
            return (state.listeners, state.replay.count > size ? state.replay.popFirst() : nil)
        }
        for (_, listener) in listeners { listener.next(value) }
        withExtendedLifetime(oldest) {}
    }

    private func end(_ completion: Completion<Failure>, of number: Int) {
        // Closed before it is told: who subscribes again because of it begins anew.
        let closed = state.withLock { state -> State? in
            guard state.number == number, state.upstream != nil else { return nil }
            let closed = state.close()
            if lifetime == .forever, case .completed = completion {
                state.isCompleted = true
                state.replay = closed.replay
            }
            return closed
        }
        for (_, listener) in closed?.listeners ?? [] { listener.end(completion) }
    }
}
