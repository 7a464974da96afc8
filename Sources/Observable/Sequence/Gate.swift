import ApusCore
import Locking

/// What a source made of foreign code emits through: one event at a time, one end, nothing held after it.
///
/// An event from within an event is put in line. One from another thread at the same time is as well, and a debug build
/// reports it.
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
        let open = OpenGates.ofThisThread
        let id = ObjectIdentifier(self)
        let isBusy = OpenGates.$ofThisThread.withValue(open.union([id]), operation: emit)
        guard isBusy, !open.contains(id) else { return }
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
/// The gates that this thread is emitting through: an event that comes from within one of them doesn't overlap.
private enum OpenGates {
    @TaskLocal static var ofThisThread: Set<ObjectIdentifier> = []
}
#endif
