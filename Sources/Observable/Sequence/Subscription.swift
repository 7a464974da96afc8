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
    private let state: Mutex<SubscriptionState>

    init(_ subscriber: Subscriber<Element, Failure>) {
        state = Mutex(SubscriptionState(subscriber: subscriber))
    }

    var sink: Sink<Element, Failure> {
        Sink(begin: { self.begin($0) }, next: { self.next($0) }, end: { self.end($0) })
    }

    /// Whether it has ended or was disposed.
    var isDisposed: Bool { state.withLock { $0.subscriber == nil } }

    private func begin(_ upstream: any Disposable) {
        let isOver = state.withLock { state in
            if state.subscriber != nil { state.upstream = upstream }
            return state.subscriber == nil
        }
        if isOver { upstream.dispose() }
    }

    private func next(_ value: Element) {
        guard let subscriber = state.withLock({ $0.subscriber }) else { return }
        own(subscriber).next(value)
    }

    private func end(_ completion: Completion<Failure>) {
        finish { $0.end(completion) }
    }

    func dispose() {
        finish { _ in }
    }

    private func finish(_ tell: (Subscriber<Element, Failure>) -> Void) {
        var upstream: (any Disposable)?
        guard let subscriber = state.withLock({ $0.finish(&upstream) }) else { return }
        upstream?.dispose()
        tell(own(subscriber))
        own(subscriber).disposed()
    }

    /// No other is ever put in; a debug build checks it.
    private func own(_ subscriber: any Sendable & AnyObject) -> Subscriber<Element, Failure> {
        unsafeDowncast(subscriber, to: Subscriber<Element, Failure>.self)
    }
}

/// What the lock of a subscription guards: of one type for all, since a lock around a generic one looks up metadata each
/// time.
private struct SubscriptionState: Sendable {
    var subscriber: (any Sendable & AnyObject)?
    var upstream: (any Disposable)?

    mutating func finish(_ upstream: inout (any Disposable)?) -> (any Sendable & AnyObject)? {
        swap(&upstream, &self.upstream)
        return subscriber.take()
    }
}
