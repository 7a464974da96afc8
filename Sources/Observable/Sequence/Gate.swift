import ApusCore
import Locking

/// What a source made of foreign code emits through: one event at a time, one end, nothing held after it.
///
/// An event from within an event is put in line. One from another thread at the same time is as well, and a debug build
/// reports it, if it doesn't come from a task that was begun within the event.
final class Gate<Element: Sendable, Failure: Error>: Disposable {
    private let middle: Coordinator<Void, Element, Failure>
    private let name: String
    private let hasReported = Mutex(false)

    /// Begins the downstream; `name` is the operator's in reports.
    init(_ downstream: Sink<Element, Failure>, name: String) {
        middle = Coordinator((), downstream)
        self.name = name
    }

    var isDisposed: Bool { middle.isDisposed }

    /// Disposes this with the gate, or at once where it is closed already.
    func own(_ resource: any Disposable) {
        middle.upstreams.add(resource)
    }

    func next(_ value: Element) {
        watch { middle.pass(value) }
    }

    func end(_ completion: Completion<Failure>) {
        watch { middle.update { $1.end(completion) } }
    }

    func dispose() {
        middle.dispose()
    }

    #if DEBUG
    private func watch(_ emit: () -> Bool) {
        let open = OpenEvent.around.filter { !$0.isOver.isRaised }
        let event = OpenEvent(ObjectIdentifier(self))
        let isBusy = OpenEvent.$around.withValue(open + [event], operation: emit)
        event.isOver.raise()
        guard isBusy, !open.contains(where: { $0.gate == event.gate }) else { return }
        let isFirst = hasReported.withLock { hasReported in
            defer { hasReported = true }
            return !hasReported
        }
        if isFirst { UnhandledFailures.report(OverlappingEvents(operator: name), from: "observable") }
    }
    #else
    private func watch(_ emit: () -> Bool) {
        _ = emit()
    }
    #endif
}

#if DEBUG
/// An event that is being emitted through a gate: one that comes from within it doesn't overlap.
///
/// A task that is begun within an event inherits the mark, and one that is run at once is indeed within it. Another one
/// that emits while the event lasts can't be told from it, and such an overlap is missed rather than one reported that is
/// none. Once the event is over the mark is as well, whoever has inherited it.
private final class OpenEvent: Sendable {
    @TaskLocal static var around: [OpenEvent] = []

    let gate: ObjectIdentifier
    let isOver = Flag()

    init(_ gate: ObjectIdentifier) {
        self.gate = gate
    }
}
#endif
