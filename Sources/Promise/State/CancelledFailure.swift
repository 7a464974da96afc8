/// The failure that says a promise was cancelled, made only when it is needed: `mapError` calls what users give it.
struct CancelledFailure<Failure: Error>: Sendable {
    /// The first of a chain ignores what it is given, the others transform it.
    private let node: ChainNode<@Sendable (any Error) -> any Error>

    init(_ failure: @escaping @Sendable () -> Failure) {
        node = ChainNode { _ in failure() }
    }

    private init(_ node: ChainNode<@Sendable (any Error) -> any Error>) {
        self.node = node
    }

    func mapped<Other: Error>(_ transform: @escaping @Sendable (Failure) -> Other) -> CancelledFailure<Other> {
        CancelledFailure<Other>(
            ChainNode(
                { error in
                    guard let error = error as? Failure else { preconditionFailure("the links of one chain fit") }
                    return transform(error)
                }, after: node))
    }

    var failure: Failure {
        let error = node.line.reduce(CancellationError() as any Error) { $1.payload($0) }
        guard let failure = error as? Failure else { preconditionFailure("the links of one chain fit") }
        return failure
    }
}
