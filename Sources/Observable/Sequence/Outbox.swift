/// What a ``Coordinator`` will do once it is outside its lock, in order.
struct Outbox<Element: Sendable, Failure: Error>: Sendable {
    enum Item: Sendable {
        case next(Element)
        case end(Completion<Failure>)
        case action(@Sendable () -> Void)
    }

    var items: [Item] = []
    /// Nothing is taken after the end.
    private(set) var isEnded = false

    /// A value for downstream.
    mutating func next(_ value: Element) {
        if !isEnded { items.append(.next(value)) }
    }

    /// The end. The state is let go of now, the sources are disposed when it is this item's turn, before it is told.
    mutating func end(_ completion: Completion<Failure>) {
        guard !isEnded else { return }
        isEnded = true
        items.append(.end(completion))
    }

    /// Something to do between the events: subscribe to the next source, call a closure of the user.
    ///
    /// It runs from a loop, not from within whatever asked for it, so that a source which ends at once may be followed
    /// by a million others. It is dropped when the subscription is disposed before its turn.
    mutating func run(_ action: @escaping @Sendable () -> Void) {
        if !isEnded { items.append(.action(action)) }
    }
}
