/// How a promise came to be, so that `retry` can do it again: the first step makes a promise, the others go on from one.
struct Recipe: Sendable {
    typealias Step = @Sendable (_ parent: (any AnyCore)?) -> any AnyCore

    private let node: ChainNode<Step>

    /// What has no parent.
    init<Value, Failure>(_ step: @escaping @Sendable () -> Core<Value, Failure>) {
        node = ChainNode { _ in step() }
    }

    /// What goes on from the promise that another recipe makes.
    init<Value, Failure, NewValue, NewFailure>(
        after parent: Recipe,
        _ step: @escaping @Sendable (Core<Value, Failure>) -> Core<NewValue, NewFailure>
    ) {
        node = ChainNode(
            { parent in
                guard let parent = parent as? Core<Value, Failure> else { preconditionFailure("steps fit") }
                return step(parent)
            }, after: parent.node)
    }

    /// A promise made anew, which waits to be started.
    func make<Value, Failure>(_ type: Core<Value, Failure>.Type = Core<Value, Failure>.self) -> Core<Value, Failure> {
        let last = node.line.reduce(nil as (any AnyCore)?) { $1.payload($0) }
        guard let core = last as? Core<Value, Failure> else { preconditionFailure("the last step makes the type") }
        return core
    }
}
