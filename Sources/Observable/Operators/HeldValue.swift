/// The newest value, held back by `debounce` and `throttle`, and the time from which on it may be told.
struct HeldValue<Value: Sendable>: Sendable {
    var waiting: Value?
    var time = Duration.zero

    /// The source is over: a completion tells the value first, an error comes without it.
    mutating func end<Failure>(_ completion: Completion<Failure>, _ out: inout Outbox<Value, Failure>) {
        if case .completed = completion, let value = waiting.take() { out.next(value) }
        out.end(completion)
    }
}
