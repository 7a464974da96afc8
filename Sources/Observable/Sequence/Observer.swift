/// What a source made with ``ObservableSequence/create(_:)`` says its events to.
///
/// Emit from one place at a time; an event from within an event comes after it. After the end, and once the subscriber
/// has lost interest, events are dropped. It may be kept and used on any thread.
public struct Observer<Element: Sendable, Failure: Error>: Sendable {
    let gate: Gate<Element, Failure>

    /// Whether nobody listens any more, so that a loop can stop.
    public var isDisposed: Bool { gate.isDisposed }

    /// Gives a value.
    public func next(_ value: Element) {
        gate.next(value)
    }

    /// Ends the sequence with a failure.
    public func error(_ failure: Failure) {
        gate.end(.failed(failure))
    }

    /// Ends the sequence: all values were given.
    public func completed() {
        gate.end(.completed)
    }

    /// Says an event.
    public func send(_ event: Event<Element, Failure>) {
        switch event {
        case .next(let value): next(value)
        case .error(let failure): error(failure)
        case .completed: completed()
        }
    }
}
