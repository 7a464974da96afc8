import ApusCore
import Dispatch
import Locking

/// The state of one promise: what it waits for, who waits for it, and how it ended.
///
/// Parents and children keep each other while they wait, and let go when they settle. What is decided is decided under
/// the lock. Handing a block to a queue is part of the decision, since it makes the order of the handlers; the block
/// itself, and the end of what a handler captured, come after it.
final class Core<Value: Sendable, Failure: Error>: AnyCore {
    typealias Outcome = Settlement<Value, Failure>
    typealias Listener = Reaction<Value, Failure>

    private struct State {
        var settlement: Outcome?
        var isPaused = false
        var start: (@Sendable (Core) -> Void)?
        var startActions: [@Sendable () -> Void] = []
        /// Kept for `retry`, and let go of where there is nothing to try again.
        var recipe: Recipe?
        var isRoot = false
        var reactions: [Listener] = []
        var upstream: [Upstream] = []
        var cancelActions: [@Sendable () -> Void] = []
        var children = 0
        var isHandled = false
        var progress: TransferProgress?
        /// What came while it was paused.
        var heldProgress: ProgressStep?
    }

    /// What a promise lets go of when it settles, for the time after the lock.
    private struct Remains {
        var upstream: [Upstream]
        let cancelActions: [@Sendable () -> Void]
        let start: (@Sendable (Core) -> Void)?
        let startActions: [@Sendable () -> Void]
        let recipe: Recipe?
    }

    /// Where handlers run that name no queue.
    let queue: DispatchQueue
    let cancelledFailure: CancelledFailure<Failure>
    private let state: Mutex<State>

    init(
        on queue: DispatchQueue, cancelled: CancelledFailure<Failure>, start: (@Sendable (Core) -> Void)? = nil
    ) {
        self.queue = queue
        cancelledFailure = cancelled
        state = Mutex(State(start: start))
    }

    deinit {
        let unhandled: Rejection<Failure>? = state.withLock { state in
            guard case .rejected(let rejection) = state.settlement, !state.isHandled else { return nil }
            return rejection
        }
        // On a queue: who let go of the promise may hold a lock of its own.
        if let unhandled, !unhandled.isCancelled { queue.async { unhandled.report() } }
    }
}

// MARK: - Settling

extension Core {
    /// Settles unless it is settled already; says whether it took effect.
    @discardableResult
    func settle(_ settlement: Outcome) -> Bool {
        end(with: settlement) != nil
    }

    /// Settles although what it waits for goes on, which is told that it isn't wanted any more.
    @discardableResult
    func settleEarly(_ settlement: Outcome) -> Bool {
        guard let remains = end(with: settlement) else { return false }
        remains.upstream.leave()
        return true
    }

    /// Settles as cancelled, and closes what is under way for it.
    @discardableResult
    func cancel(_ failure: Failure? = nil) -> Bool {
        guard let upstream = endAsCancelled(failure) else { return false }
        upstream.leave()
        return true
    }

    private func endAsCancelled(_ failure: Failure?) -> [Upstream]? {
        guard let remains = end(with: failure.map { .cancelled($0) } ?? .cancelled(cancelledFailure)) else {
            return nil
        }
        for action in remains.cancelActions { action() }
        return remains.upstream
    }

    private func end(with settlement: Outcome) -> Remains? {
        state.withLock { state in
            guard state.settlement == nil else { return nil }
            state.settlement = settlement
            let isFinal = !state.isRoot && Self.isFinal(settlement)
            // A cancellation need not wait for a resume that may never come.
            if case .rejected(let rejection) = settlement, rejection.isCancelled { state.isPaused = false }
            let remains = Remains(
                upstream: state.upstream, cancelActions: state.cancelActions, start: state.start,
                startActions: state.startActions, recipe: isFinal ? state.recipe : nil)
            if isFinal { state.recipe = nil }
            state.startActions = []
            state.upstream = []
            state.cancelActions = []
            state.start = nil
            if !state.isPaused { Self.deliver(&state) }
            return remains
        }
    }

    /// Whether there is nothing to try again.
    private static func isFinal(_ settlement: Outcome) -> Bool {
        guard case .rejected(let rejection) = settlement else { return true }
        return rejection.isCancelled
    }

    /// Hands the reactions to their queues, those that follow each other on one queue as one block.
    private static func deliver(_ state: inout State) {
        guard let settlement = state.settlement else { return }
        let reactions = state.reactions
        state.reactions = []
        guard reactions.count != 1 else {
            // The usual case, which needs no batches.
            let only = reactions[0]
            return only.queue.async { only.run(settlement) }
        }
        var rest = reactions[...]
        while let queue = rest.first?.queue {
            let batch = rest.prefix { $0.queue === queue }
            rest = rest.dropFirst(batch.count)
            queue.async { for reaction in batch { reaction.run(settlement) } }
        }
    }
}

// MARK: - Trying again

extension Core {
    /// How to make this promise again; where it has its outcome for good, it is its own result.
    var recipe: Recipe {
        state.withLock { $0.recipe } ?? Recipe { self }
    }

    /// Remembers how it was made, unless there is nothing to try again already. A root, which captures no step, always does:
    /// a step that is added after it has its value, and fails, begins with it when it is tried again.
    func keep(_ recipe: Recipe, isRoot: Bool = false) {
        state.withLock { state in
            if let settlement = state.settlement, !isRoot, Self.isFinal(settlement) { return }
            state.recipe = recipe
            state.isRoot = isRoot
        }
    }
}

// MARK: - Listening

extension Core {
    /// Adds one who listens. It is told on its queue and never in here, also where the promise is settled already.
    func add(_ reaction: Listener, handlesFailure: Bool = false) {
        state.withLock { state in
            if handlesFailure { state.isHandled = true }
            guard let settlement = state.settlement, !state.isPaused else { return state.reactions.append(reaction) }
            reaction.queue.async { reaction.run(settlement) }
        }
    }

    /// Waits for another promise in place of what it has waited for; if this one is settled, the other isn't wanted.
    func follow<Other, OtherFailure>(
        _ other: Core<Other, OtherFailure>, on queue: DispatchQueue? = nil,
        _ react: @escaping @Sendable (Settlement<Other, OtherFailure>) -> Void
    ) {
        let report: @Sendable (ProgressStep) -> Void = { self.report($0.new) }
        wait(for: other, Reaction(on: queue ?? self.queue, progressed: report, react), isOnly: true)
    }

    /// Waits for another promise beside those that it waits for already.
    func join<Other, OtherFailure>(_ other: Core<Other, OtherFailure>, _ reaction: Reaction<Other, OtherFailure>) {
        wait(for: other, reaction, isOnly: false)
    }

    private func wait<Other, OtherFailure>(
        for other: Core<Other, OtherFailure>, _ reaction: Reaction<Other, OtherFailure>, isOnly: Bool
    ) {
        let entry = Upstream(core: other, reaction: reaction)
        other.childJoined()
        let (isSettled, replaced): (Bool, [Upstream]) = state.withLock { state in
            guard state.settlement == nil else { return (true, []) }
            var replaced: [Upstream] = []
            if isOnly { swap(&replaced, &state.upstream) }
            state.upstream.append(entry)
            return (false, replaced)
        }
        withExtendedLifetime(replaced) {}
        // Last: from here on the reaction may run, and wait for something else in the other's place.
        if isSettled { [entry].leave() } else { other.add(reaction, handlesFailure: true) }
    }

    /// Takes over the outcome of another promise, starting it where it waits to be started.
    func adopt(_ other: Core) {
        guard other !== self else { return refuseItself() }
        follow(other) { self.settle($0) }
        other.startAll()
    }

    private func refuseItself() {
        let error = SelfReference()
        guard let failure = error as? Failure else {
            UnhandledFailures.report(error, from: "promise")
            settle(.rejected(Rejection(cancelledFailure.failure, isCancelled: false)))
            return
        }
        settle(.rejected(Rejection(failure, isCancelled: false)))
    }

    /// What is done when the promise is cancelled: at once where it was, never where it has settled otherwise.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            guard let settlement = state.settlement else {
                state.cancelActions.append(action)
                return false
            }
            if case .rejected(let rejection) = settlement { return rejection.isCancelled }
            return false
        }
        if isCancelled { action() }
    }
}

// MARK: - Progress

extension Core {
    /// Tells those who listen of a progress; after the end it does nothing.
    func report(_ progress: TransferProgress) {
        state.withLock { state in
            guard state.settlement == nil else { return }
            let step = ProgressStep(old: state.progress, new: progress)
            state.progress = progress
            if state.isPaused {
                state.heldProgress = ProgressStep(old: state.heldProgress?.old ?? step.old, new: progress)
            } else {
                deliver(step, state)
            }
        }
    }

    private func deliver(_ step: ProgressStep, _ state: State) {
        for reaction in state.reactions where reaction.hearsProgress {
            reaction.queue.async {
                // What was on its way when the promise was cancelled is not heard any more.
                if !self.isCancelled { reaction.run(step) }
            }
        }
    }

    private var isCancelled: Bool {
        state.withLock { state in
            guard case .rejected(let rejection) = state.settlement else { return false }
            return rejection.isCancelled
        }
    }
}

// MARK: - Control

extension Core {
    /// Holds back what would be delivered; says whether that took effect.
    func pause() -> Bool {
        state.withLock { state in
            guard state.settlement == nil, !state.isPaused, state.start == nil else { return false }
            state.isPaused = true
            return true
        }
    }

    /// Delivers what was held back, and what comes; says whether it was paused.
    func resume() -> Bool {
        state.withLock { state in
            guard state.isPaused else { return false }
            state.isPaused = false
            if let step = state.heldProgress { deliver(step, state) }
            state.heldProgress = nil
            Self.deliver(&state)
            return true
        }
    }

    func start() -> Bool {
        let (start, actions) = state.withLock { state in
            defer {
                state.start = nil
                state.startActions = []
            }
            return (state.start, state.startActions)
        }
        start?(self)
        for action in actions { action() }
        return start != nil
    }

    func waitForStart(_ action: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.start != nil { state.startActions.append(action) }
            return state.start != nil
        }
    }

    var upstream: [Upstream] { state.withLock { $0.upstream } }

    /// The outcome, where it is known, also one that is held back.
    var settlement: Outcome? { state.withLock { $0.settlement } }

    func childJoined() {
        state.withLock { $0.children += 1 }
    }

    func childLeft() -> [Upstream] {
        let wasLast = state.withLock { state in
            state.children -= 1
            return state.children == 0 && state.settlement == nil
        }
        return wasLast ? endAsCancelled(nil) ?? [] : []
    }

    func endIfStuck() {
        let isStuck = state.withLock { $0.isPaused || $0.start != nil }
        guard isStuck else { return }
        // What was held back is the outcome, whether or not somebody resumes it.
        queue.async { if !self.cancel() { _ = self.resume() } }
    }

    /// Nobody is left who could settle it.
    func abandon() {
        let isSettled = state.withLock { $0.settlement != nil }
        // On a queue, as above: who lets go of a promise may hold a lock of its own.
        if !isSettled { queue.async { self.cancel() } }
    }
}
