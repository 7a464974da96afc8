/// What the lock of a ``Coordinator`` guards, as an object.
///
/// All in it has one layout whatever the types are, and its methods know the types from the object.
final class CoordinatorState<State: Sendable, Element: Sendable, Failure: Error> {
    typealias Out = Outbox<Element, Failure>

    /// One; empty once the end is decided.
    var state: [State]
    /// Nil once the end is told or the subscription disposed.
    var downstream: Downstream<Element, Failure>?
    var out = Out()
    /// What a turn on a scheduler left for the next, and from where on.
    var rest = Out()
    private var place = Place()
    private(set) var isRested = false
    var isAtWork = false

    init(state: State, downstream: Sink<Element, Failure>) {
        self.state = [state]
        self.downstream = Downstream(downstream)
    }

    var hasWork: Bool { out.values.count + out.actions.count + out.completion.count > 0 }

    /// Moves what there is to do into an empty batch; the batch's storage serves what comes next.
    func take(into batch: inout Out) {
        swap(&out.values, &batch.values)
        if out.actions.count > 0 { swap(&out.actions, &batch.actions) }
        if out.completion.count > 0 { swap(&out.completion, &batch.completion) }
    }

    func keep(_ batch: inout Out, from place: Place) {
        swap(&batch, &rest)
        self.place = place
        isRested = true
    }

    func takeRest(into batch: inout Out, from place: inout Place) {
        swap(&batch, &rest)
        place = self.place
        isRested = false
    }
}

/// A lock's content of one type for all coordinators: a lock around a generic one looks up metadata each time it is
/// taken.
struct Guarded {
    private let object: AnyObject

    init(_ object: AnyObject) {
        self.object = object
    }

    /// The object, as what it was put in; a debug build checks it.
    @inline(__always)
    func content<Content: AnyObject>(_ type: Content.Type) -> Content {
        unsafeDowncast(object, to: type)
    }
}

/// How far a batch was worked off: so many values, so many actions.
struct Place {
    var value = 0
    var action = 0
}

/// A sink as one object, so that taking it out of the lock is one count and not three.
final class Downstream<Element: Sendable, Failure: Error>: Sendable {
    let sink: Sink<Element, Failure>

    init(_ sink: Sink<Element, Failure>) {
        self.sink = sink
    }
}
