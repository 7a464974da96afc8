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

    private struct Inside {
        /// Nil once the end is decided.
        var state: State?
        /// Nil once the end is told or the subscription disposed.
        var sink: Sink<Element, Failure>?
        var out = Out()
        var isAtWork = false
    }

    private let inside: Mutex<Inside>
    private let scheduler: (any Scheduler)?
    /// What is disposed together with this: sources, timers.
    let upstreams = CompositeDisposable()

    /// How many items a scheduler's thread works off before others get their turn, and what storage is worth keeping.
    private static var bound: Int { 1024 }

    /// Begins the downstream with itself as what ends it. With a scheduler, the outbox is worked off there, in batches.
    init(_ state: State, _ downstream: Sink<Element, Failure>, on scheduler: (any Scheduler)? = nil) {
        inside = Mutex(Inside(state: state, sink: downstream))
        self.scheduler = scheduler
        downstream.begin(self)
    }

    /// Whether the end was told, or the subscription disposed.
    var isDisposed: Bool { inside.withLock { $0.sink == nil } }

    /// Decides, then does what was decided. Nothing once the end is decided. True where another is at work and will do it.
    ///
    /// `decide` runs under the lock: no code of a user in there, and no emitting, subscribing or disposing but by `out`.
    @discardableResult
    func update(_ decide: (inout State, inout Out) -> Void) -> Bool {
        let (work, leftOver, isBusy) = inside.withLock { inside -> ([Out.Item]?, State?, Bool) in
            guard var state = inside.state.take() else { return (nil, nil, inside.isAtWork) }
            decide(&state, &inside.out)
            // The state is let go of outside: what it holds may run a user's deinit.
            let leftOver = inside.out.isEnded ? state : nil
            if !inside.out.isEnded { inside.state = state }
            guard !inside.isAtWork else { return (nil, leftOver, true) }
            guard !inside.out.items.isEmpty else { return (nil, leftOver, false) }
            inside.isAtWork = true
            var work: [Out.Item] = []
            swap(&work, &inside.out.items)
            return (work, leftOver, false)
        }
        withExtendedLifetime(leftOver) {}
        guard let work else { return isBusy }
        if let scheduler {
            scheduler.schedule { self.work(off: work, from: 0) }
        } else {
            self.work(off: work, from: 0)
        }
        return false
    }

    /// Subscribes to a source whose events are updates; it is disposed with this, and forgotten when it ends.
    func listen<Value, Other>(
        to source: ObservableSequence<Value, Other>,
        next: @escaping @Sendable (Value, inout State, inout Out) -> Void,
        end: @escaping @Sendable (Completion<Other>, inout State, inout Out) -> Void
    ) {
        let upstream = SingleAssignmentDisposable()
        guard let key = upstreams.add(upstream) else { return }
        source.run(
            Sink(
                begin: { upstream.set($0) },
                next: { value in self.update { next(value, &$0, &$1) } },
                end: { completion in
                    self.upstreams.remove(key)
                    self.update { end(completion, &$0, &$1) }
                }))
    }

    /// Ends everything silently.
    func dispose() {
        let leftOver = inside.withLock { inside in
            defer {
                inside.state = nil
                inside.sink = nil
                inside.out.items = []
            }
            return (inside.state, inside.sink, inside.out)
        }
        upstreams.dispose()
        withExtendedLifetime(leftOver) {}
    }
}

extension Coordinator {
    private func work(off first: [Out.Item], from start: Int) {
        var items = first
        var index = start
        var done = 0
        while let sink = more(&items, &index) {
            if let scheduler, done >= Self.bound {
                let (items, index) = (items, index)
                scheduler.schedule { self.work(off: items, from: index) }
                return
            }
            done += 1
            let item = items[index]
            index += 1
            switch item {
            case .next(let value): sink.next(value)
            case .action(let action): action()
            case .end(let completion): finish(completion)
            }
        }
    }

    /// Looks for the next item, in what was taken or in what has come in; with none, work is over.
    private func more(_ items: inout [Out.Item], _ index: inout Int) -> Sink<Element, Failure>? {
        if index == items.count {
            // Emptied out here, since it lets go of values.
            if items.capacity <= Self.bound { items.removeAll(keepingCapacity: true) } else { items = [] }
            index = 0
        }
        return inside.withLock { inside in
            guard let sink = inside.sink else {
                inside.isAtWork = false
                return nil
            }
            guard items.isEmpty else { return sink }
            // Swapped also where nothing is there: the storage serves the next item.
            swap(&items, &inside.out.items)
            if items.isEmpty { inside.isAtWork = false }
            return items.isEmpty ? nil : sink
        }
    }

    private func finish(_ completion: Completion<Failure>) {
        let sink = inside.withLock { $0.sink.take() }
        upstreams.dispose()
        sink?.end(completion)
    }
}
