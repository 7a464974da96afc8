public import ApusCore

/// The other end of a promise: settles it, tells how far it has come, and hears when it is cancelled.
///
/// Only the first settling takes effect. When the last copy goes without one, the promise ends as cancelled, for nobody
/// could settle it any more.
public struct PromiseResolver<Value: Sendable, Failure: Error>: Sendable {
    /// Knows when the last copy goes.
    private final class End: Sendable {
        let core: Core<Value, Failure>

        init(_ core: Core<Value, Failure>) {
            self.core = core
        }

        deinit { core.abandon() }
    }

    private let end: End

    init(_ core: Core<Value, Failure>) {
        end = End(core)
    }

    /// Settles the promise with a value; says whether that took effect.
    @discardableResult
    public func fulfill(_ value: Value) -> Bool {
        end.core.settle(.fulfilled(value))
    }

    /// Settles the promise with a failure; says whether that took effect. One that says it is a cancellation counts as one.
    @discardableResult
    public func reject(_ failure: Failure) -> Bool {
        end.core.settle(.failed(failure))
    }

    /// Settles the promise as cancelled, where what runs was ended from elsewhere; says whether that took effect.
    @discardableResult
    public func cancel(_ failure: Failure) -> Bool {
        end.core.settle(.cancelled(failure))
    }

    /// Settles the promise as a result says; says whether that took effect.
    @discardableResult
    public func resolve(_ result: Result<Value, Failure>) -> Bool {
        switch result {
        case .success(let value): fulfill(value)
        case .failure(let failure): reject(failure)
        }
    }

    /// Tells those who listen how far it has come; after the end it does nothing.
    public func progress(_ progress: TransferProgress) {
        end.core.report(progress)
    }

    /// What to do when the promise is cancelled. It is done at once where it was already, and not where it has settled otherwise.
    ///
    /// It is kept until then: if it captures `fulfill` or `reject`, the promise can't be given up as one that nobody settles.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        end.core.onCancel(action)
    }
}
