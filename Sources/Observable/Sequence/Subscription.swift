import Locking

/// The closures at the end of a chain.
final class Subscriber<Element: Sendable, Failure: Error>: Sendable {
    let next: @Sendable (Element) -> Void
    let end: @Sendable (Completion<Failure>) -> Void
    let disposed: @Sendable () -> Void

    init(
        next: @escaping @Sendable (Element) -> Void, end: @escaping @Sendable (Completion<Failure>) -> Void,
        disposed: @escaping @Sendable () -> Void
    ) {
        self.next = next
        self.end = end
        self.disposed = disposed
    }
}

/// One subscription, and its handle: it has a subscriber until it is over, and then holds nothing.
///
/// Whoever takes the subscriber out under the lock is who ends the subscription, so there is one end.
final class Subscription<Element: Sendable, Failure: Error>: Disposable {
    private struct State {
        var subscriber: Subscriber<Element, Failure>?
        var upstream: (any Disposable)?

        mutating func finish() -> (Subscriber<Element, Failure>, upstream: (any Disposable)?)? {
            guard let subscriber = subscriber.take() else { return nil }
            return (subscriber, upstream.take())
        }
    }

    private let state: Mutex<State>

    init(_ subscriber: Subscriber<Element, Failure>) {
        state = Mutex(State(subscriber: subscriber))
    }

    var sink: Sink<Element, Failure> {
        Sink(begin: { self.begin($0) }, next: { self.next($0) }, end: { self.end($0) })
    }

    private func begin(_ upstream: any Disposable) {
        let isOver = state.withLock { state in
            if state.subscriber != nil { state.upstream = upstream }
            return state.subscriber == nil
        }
        if isOver { upstream.dispose() }
    }

    private func next(_ value: Element) {
        // A closure and no key path, here and wherever values pass: a generic key path is made anew for each call.
        let subscriber = state.withLock { $0.subscriber }
        subscriber?.next(value)
    }

    private func end(_ completion: Completion<Failure>) {
        guard let (subscriber, upstream) = state.withLock({ $0.finish() }) else { return }
        upstream?.dispose()
        subscriber.end(completion)
        subscriber.disposed()
    }

    func dispose() {
        guard let (subscriber, upstream) = state.withLock({ $0.finish() }) else { return }
        upstream?.dispose()
        subscriber.disposed()
    }
}
