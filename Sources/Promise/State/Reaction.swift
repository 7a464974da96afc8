import Dispatch
import Locking

/// What one who listens to a promise does with its settlement, on a queue, once, unless it is dropped before.
final class Reaction<Value: Sendable, Failure: Error>: AnyReaction {
    private struct Body {
        let settled: @Sendable (Settlement<Value, Failure>) -> Void
        let progressed: (@Sendable (ProgressStep) -> Void)?
    }

    let queue: DispatchQueue
    private let body: Mutex<Body?>

    init(
        on queue: DispatchQueue, progressed: (@Sendable (ProgressStep) -> Void)? = nil,
        _ settled: @escaping @Sendable (Settlement<Value, Failure>) -> Void
    ) {
        self.queue = queue
        body = Mutex(Body(settled: settled, progressed: progressed))
    }

    func run(_ settlement: Settlement<Value, Failure>) {
        take()?.settled(settlement)
    }

    var isWaiting: Bool { body.withLock { $0 != nil } }

    var hearsProgress: Bool { body.withLock { $0?.progressed != nil } }

    func run(_ step: ProgressStep) {
        let progressed = body.withLock { $0?.progressed }
        progressed?(step)
    }

    @discardableResult
    func drop() -> Bool {
        take() != nil
    }

    private func take() -> Body? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}

/// A reaction of any promise.
protocol AnyReaction: AnyObject, Sendable {
    /// Lets go of what it would do; says whether that was still to come.
    @discardableResult
    func drop() -> Bool
    /// Whether it has neither run nor been dropped.
    var isWaiting: Bool { get }
}
