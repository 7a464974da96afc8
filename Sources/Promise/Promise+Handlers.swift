public import ApusCore
public import Dispatch

// What listens and changes nothing: each gives back the same promise, so that they can be written one below the other.

extension Promise {
    /// Runs a handler with the value, if there is one.
    @discardableResult
    public func success(
        on queue: DispatchQueue? = nil, in group: HandlerGroup? = nil,
        _ handler: @escaping @Sendable (Value) -> Void
    ) -> Promise {
        listen(on: queue, in: group) { settlement in
            if case .fulfilled(let value) = settlement { handler(value) }
        }
    }

    /// Runs a handler with the failure, if there is one. `isCancelled` says that it was cancelled rather than failed.
    @discardableResult
    public func failure(
        on queue: DispatchQueue? = nil, in group: HandlerGroup? = nil,
        _ handler: @escaping @Sendable (_ error: Failure, _ isCancelled: Bool) -> Void
    ) -> Promise {
        listen(on: queue, in: group, handlesFailure: true) { settlement in
            if case .rejected(let rejection) = settlement { handler(rejection.error, rejection.isCancelled) }
        }
    }

    /// Runs a handler whenever bytes have gone out or come in, with the progress before it, nil at first. None comes after the end.
    ///
    /// A handler that is added later hears the newest progress first. Steps that go on from a promise pass its progress on;
    /// `all()` adds up the progress of its promises. While a promise is paused only the newest progress is kept.
    @discardableResult
    public func progress(
        on queue: DispatchQueue? = nil, in group: HandlerGroup? = nil,
        _ handler: @escaping @Sendable (_ old: TransferProgress?, _ new: TransferProgress) -> Void
    ) -> Promise {
        let reaction = Reaction<Value, Failure>(
            on: queue ?? core.queue, progressed: { handler($0.old, $0.new) }, { _ in })
        group?.add(reaction)
        core.add(reaction)
        return self
    }

    private func listen(
        on queue: DispatchQueue?, in group: HandlerGroup?, handlesFailure: Bool = false,
        _ handler: @escaping @Sendable (Settlement<Value, Failure>) -> Void
    ) -> Promise {
        let reaction = Reaction<Value, Failure>(on: queue ?? core.queue, handler)
        group?.add(reaction)
        core.add(reaction, handlesFailure: handlesFailure)
        return self
    }
}
