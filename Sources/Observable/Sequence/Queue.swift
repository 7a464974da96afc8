/// First in, first out, in constant time each; what was taken out is not held.
struct Queue<Element: Sendable>: Sendable {
    private var items: [Element?] = []
    private var head = 0

    /// How many wait.
    var count: Int { items.count - head }
    var isEmpty: Bool { items.count == head }
    /// The one that has waited longest.
    var first: Element? { isEmpty ? nil : items[head] }
    /// All that wait, the longest first.
    var elements: [Element] { items[head...].compactMap { $0 } }

    /// Puts one in line.
    mutating func append(_ element: Element) {
        items.append(element)
    }

    /// Takes out the one that has waited longest.
    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let first = items[head].take()
        head += 1
        if isEmpty {
            items.removeAll(keepingCapacity: head <= 1024)
            head = 0
        } else if head > 1024, head > items.count / 2 {
            // Moved up only after as many were taken out: constant on average.
            items.removeFirst(head)
            head = 0
        }
        return first
    }
}
