/// What a ``Coordinator`` will do once it is outside its lock, in order.
///
/// Kept in arrays, each of one kind, and not as one array of cases: the code of an operator is compiled once for all
/// types, and there an enum or a tuple around an `Element` costs a search for its metadata at each step. An array has the same layout whatever is in it.
struct Outbox<Element: Sendable, Failure: Error>: Sendable {
    var values: [Element] = []
    var actions: [OutboxAction] = []
    /// The end, if there is one; it comes after all else.
    var completion: [Completion<Failure>] = []
    var dropped: [any Sendable] = []
    /// Nothing is taken after the end.
    private(set) var isEnded = false

    /// A value for downstream.
    @inline(__always)
    mutating func next(_ value: Element) {
        if !isEnded { values.append(value) }
    }

    /// The end. The state is let go of now, the sources are disposed when it is this item's turn, before it is told.
    mutating func end(_ completion: Completion<Failure>) {
        guard !isEnded else { return }
        isEnded = true
        self.completion = [completion]
    }

    /// Something to do between the events: subscribe to the next source, call a closure of the user.
    ///
    /// It runs from a loop, not from within whatever asked for it, so that a source which ends at once may be followed
    /// by a million others. It is dropped when the subscription is disposed before its turn.
    mutating func run(_ action: @escaping @Sendable () -> Void) {
        if !isEnded { actions.append(OutboxAction(position: values.count, run: action)) }
    }

    /// Keeps what the state is about to lose until the lock is left, since it may be the last to hold it:
    ///
    ///     out.drop(state.latest)
    ///     state.latest = value
    ///
    /// What ends in there would otherwise run its `deinit`, a user's code, under the lock. Not needed for the state as
    /// a whole at the end, nor for what goes into `next`.
    mutating func drop(_ value: some Sendable) {
        dropped.append(value)
    }
}

/// An action, and how many values of its outbox come before it.
struct OutboxAction: Sendable {
    let position: Int
    let run: @Sendable () -> Void
}
