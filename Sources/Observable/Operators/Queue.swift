/// First in, first out, in constant time on average; what is taken out is not held any longer.
struct Queue<Element> {
    private var incoming: [Element] = []
    /// The oldest last.
    private var outgoing: [Element] = []

    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }
    var count: Int { incoming.count + outgoing.count }
    /// All that is in it, the oldest first.
    var elements: [Element] { outgoing.reversed() + incoming }

    mutating func append(_ element: Element) {
        incoming.append(element)
    }

    mutating func popFirst() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming = []
        }
        return outgoing.popLast()
    }
}

extension Queue: Sendable where Element: Sendable {}
