import Locking

/// The middle of an operator that listens to several sources, or to time: its state, and one event at a time for downstream.
///
/// Whatever happens is an `update`: a decision under the lock that changes the state and puts into an ``Outbox`` what
/// follows from it. Who finds nobody at work on the outbox works it off outside the lock, including what others put in
/// meanwhile. So downstream hears the events in the order of the decisions, and may emit, subscribe or dispose from
/// within an event: such an update is put in line and returns.
///
///     let middle = Coordinator(sources.count, downstream)
///     for source in sources {
///         middle.listen(to: source, next: { value, _, out in out.next(value) }) { completion, open, out in
///             open -= 1
///             if open == 0 { out.end(.completed) }
///         }
///     }
final class Coordinator<State: Sendable, Element: Sendable, Failure: Error>: Disposable {
    typealias Out = Outbox<Element, Failure>

    private typealias Inside = CoordinatorState<State, Element, Failure>

    private let lock: Mutex<Guarded>
    private let scheduler: (any Scheduler)?
    /// Raised together with letting go of the sink, under the lock: asked before each value.
    private let isOver = Flag()
    /// What is disposed together with this: sources, timers.
    let upstreams = CompositeDisposable()

    /// How many items a scheduler's thread works off before others get their turn, and what storage is worth keeping.
    private static var bound: Int { 1024 }

    /// Begins the downstream with itself as what ends it. With a scheduler, the outbox is worked off there, in batches.
    init(_ state: State, _ downstream: Sink<Element, Failure>, on scheduler: (any Scheduler)? = nil) {
        lock = Mutex(Guarded(Inside(state: state, downstream: downstream)))
        self.scheduler = scheduler
        downstream.begin(self)
    }

    /// Whether the end was told, or the subscription disposed.
    var isDisposed: Bool { isOver.isRaised }

    /// Decides, then does what was decided. Nothing once the end is decided. True where another is at work and will do it.
    ///
    /// `decide` runs under the lock: no code of a user in there, and no emitting, subscribing or disposing but by `out`.
    /// What it takes out of the state and doesn't pass on goes to ``Outbox/drop(_:)``.
    @discardableResult
    func update(_ decide: (inout State, inout Out) -> Void) -> Bool {
        var leftOver: [State] = []
        var dropped: [any Sendable] = []
        var batch = Out()
        var downstream: Downstream<Element, Failure>?
        let isScheduled = scheduler != nil
        let turn = lock.withLock { guarded -> Turn in
            let inside = guarded.content(Inside.self)
            guard inside.state.count > 0 else { return inside.isAtWork ? .ofAnother : .nobodys }
            decide(&inside.state[0], &inside.out)
            // The state is let go of outside: what it holds may run a user's deinit.
            if inside.out.isEnded { swap(&leftOver, &inside.state) }
            if inside.out.dropped.count > 0 { swap(&dropped, &inside.out.dropped) }
            guard !inside.isAtWork else { return .ofAnother }
            guard inside.hasWork else { return .nobodys }
            inside.isAtWork = true
            if !isScheduled {
                downstream = inside.downstream
                inside.take(into: &batch)
            }
            return .own
        }
        switch turn {
        case .nobodys: return false
        case .ofAnother: return true
        case .own: break
        }
        if isScheduled {
            schedule()
        } else if let downstream {
            work(off: &batch, downstream)
        }
        return false
    }

    /// As `update { $1.next(value) }`, without the detour through the outbox where nobody is at work.
    @discardableResult
    func pass(_ value: Element) -> Bool {
        var downstream: Downstream<Element, Failure>?
        let isScheduled = scheduler != nil
        let turn = lock.withLock { guarded -> Turn in
            let inside = guarded.content(Inside.self)
            guard inside.state.count > 0 else { return inside.isAtWork ? .ofAnother : .nobodys }
            guard !inside.isAtWork else {
                inside.out.next(value)
                return .ofAnother
            }
            inside.isAtWork = true
            if isScheduled { inside.out.next(value) } else { downstream = inside.downstream }
            return .own
        }
        switch turn {
        case .nobodys: return false
        case .ofAnother: return true
        case .own: break
        }
        guard let downstream else {
            schedule()
            return false
        }
        downstream.sink.next(value)
        var batch = Out()
        if more(&batch) { work(off: &batch, downstream) }
        return false
    }

    /// Subscribes to a source whose events are updates; it is disposed with this, and forgotten when it ends.
    func listen<Value, Other>(
        to source: ObservableSequence<Value, Other>,
        next: @escaping @Sendable (Value, inout State, inout Out) -> Void,
        end: @escaping @Sendable (Completion<Other>, inout State, inout Out) -> Void
    ) {
        run(source, next: { value in self.update { next(value, &$0, &$1) } }, end: end)
    }

    private func run<Value, Other>(
        _ source: ObservableSequence<Value, Other>, next: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable (Completion<Other>, inout State, inout Out) -> Void
    ) {
        attach(source, next: next) { completion in self.update { end(completion, &$0, &$1) } }
    }

    /// Ends everything silently.
    func dispose() {
        var state: [State] = []
        var downstream: Downstream<Element, Failure>?
        var boxes: [Out] = []
        lock.withLock { guarded in
            let inside = guarded.content(Inside.self)
            isOver.raise()
            swap(&state, &inside.state)
            swap(&downstream, &inside.downstream)
            boxes = [inside.out, inside.rest]
            inside.out = Out()
            inside.rest = Out()
        }
        upstreams.dispose()
        withExtendedLifetime(state) { withExtendedLifetime(downstream) { withExtendedLifetime(boxes) {} } }
    }
}

extension Coordinator {
    /// As `listen`, for values that are passed on as they are.
    func pass(
        _ source: ObservableSequence<Element, Failure>,
        end: @escaping @Sendable (Completion<Failure>, inout State, inout Out) -> Void
    ) {
        run(source, next: { self.pass($0) }, end: end)
    }

    private func schedule() {
        scheduler?.schedule { self.takeTurn() }
    }

    /// On the scheduler: goes on where the turn before was over.
    private func takeTurn() {
        var batch = Out()
        var place = Place()
        var downstream: Downstream<Element, Failure>?
        lock.withLock { guarded in
            let inside = guarded.content(Inside.self)
            downstream = inside.downstream
            guard downstream != nil else {
                inside.isAtWork = false
                return
            }
            if inside.isRested { inside.takeRest(into: &batch, from: &place) } else { inside.take(into: &batch) }
        }
        if let downstream { work(off: &batch, from: place, downstream) }
    }

    /// Works off the batch and what comes in meanwhile.
    private func work(off batch: inout Out, from start: Place = Place(), _ downstream: Downstream<Element, Failure>) {
        var place = start
        var left = scheduler == nil ? Int.max : Self.bound
        while true {
            deliver(&batch, &place, &left, downstream)
            if left == 0 { break }
            // Emptied out here, since it lets go of values.
            clear(&batch, keeping: Self.bound)
            place = Place()
            guard more(&batch) else { return }
        }
        // Others get their turn. Kept inside, where dispose() finds it.
        let isOn = lock.withLock { guarded in
            let inside = guarded.content(Inside.self)
            inside.isAtWork = inside.downstream != nil
            if inside.isAtWork { inside.keep(&batch, from: place) }
            return inside.isAtWork
        }
        if isOn { schedule() }
    }

    /// Moves what has come in into an empty batch; with nothing there, work is over.
    private func more(_ batch: inout Out) -> Bool {
        lock.withLock { guarded in
            let inside = guarded.content(Inside.self)
            let isOn = inside.downstream != nil && inside.hasWork
            // Also where nothing is there: the batch's storage serves the next event.
            if inside.downstream != nil { inside.take(into: &batch) }
            inside.isAtWork = isOn
            return isOn
        }
    }

    /// Lets go of what was done; storage of up to so many values is kept.
    private func clear(_ batch: inout Out, keeping bound: Int) {
        if batch.values.capacity <= bound { batch.values.removeAll(keepingCapacity: true) } else { batch.values = [] }
        if batch.actions.count > 0 { batch.actions = [] }
        if batch.completion.count > 0 { batch.completion = [] }
    }

    /// Does what is in the batch from a place on, as far as somebody listens and `left` allows.
    private func deliver(
        _ batch: inout Out, _ place: inout Place, _ left: inout Int, _ downstream: Downstream<Element, Failure>
    ) {
        while left > 0, !isOver.isRaised {
            let action = place.action < batch.actions.count ? batch.actions[place.action] : nil
            let end = action?.position ?? batch.values.count
            if place.value < end {
                let stop = place.value + min(left, end - place.value)
                left -= stop - place.value
                let next = downstream.sink.next
                while place.value < stop, !isOver.isRaised {
                    next(batch.values[place.value])
                    place.value += 1
                }
            } else if let action {
                place.action += 1
                left -= 1
                action.run()
            } else if let completion = batch.completion.first {
                clear(&batch, keeping: 0)
                finish(completion)
            } else {
                return
            }
        }
    }

    private func finish(_ completion: Completion<Failure>) {
        var downstream: Downstream<Element, Failure>?
        lock.withLock { guarded in
            isOver.raise()
            swap(&downstream, &guarded.content(Inside.self).downstream)
        }
        upstreams.dispose()
        downstream?.sink.end(completion)
    }
}

/// Whose turn it is to work off the outbox.
private enum Turn {
    case nobodys, own, ofAnother
}
