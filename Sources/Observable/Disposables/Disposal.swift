/// A disposable that holds others, and can hand them over instead of disposing them itself.
protocol DisposableContainer: Disposable {
    /// Marks it disposed and gives what it held; nothing the second time.
    func close() -> [any Disposable]
}

/// Disposes many, and what they hold, in a loop: containers nested ever so deep don't use up the stack.
enum Disposal {
    static func dispose(_ disposables: [any Disposable]) {
        // The last is next, so that a container's content comes where the container stood.
        var waiting = Array(disposables.reversed())
        while let next = waiting.popLast() {
            guard let container = next as? any DisposableContainer else {
                next.dispose()
                continue
            }
            waiting.append(contentsOf: container.close().reversed())
        }
    }
}
