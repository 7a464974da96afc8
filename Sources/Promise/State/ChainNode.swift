import Locking

/// A link that keeps the one before it. A chain of any length goes away in a loop: one inside of the other, a hundred
/// thousand deinits overflow the stack.
final class ChainNode<Payload: Sendable>: Sendable {
    let payload: Payload
    private let previous: Mutex<ChainNode?>

    init(_ payload: Payload, after previous: ChainNode? = nil) {
        self.payload = payload
        self.previous = Mutex(previous)
    }

    /// The chain, from its first link to this one.
    var line: [ChainNode] {
        var nodes = [self]
        var next = previous.withLock { $0 }
        while let node = next {
            nodes.append(node)
            next = node.previous.withLock { $0 }
        }
        return nodes.reversed()
    }

    private func takePrevious() -> ChainNode? {
        previous.withLock { previous in
            defer { previous = nil }
            return previous
        }
    }

    deinit {
        var node = takePrevious()
        while isKnownUniquelyReferenced(&node) {
            node = node?.takePrevious()
        }
    }
}
