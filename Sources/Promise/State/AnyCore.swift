/// What the promises above and below need of each other, whatever their types are.
protocol AnyCore: AnyObject, Sendable {
    /// Starts what was made to start later; says whether it was.
    func start() -> Bool
    /// What this one waits for.
    var upstream: [Upstream] { get }
    /// Does something once it is started; false where it waits for no start.
    func waitForStart(_ action: @escaping @Sendable () -> Void) -> Bool
    /// A child waits for the outcome.
    func childJoined()
    /// A child doesn't want the outcome any more. Where it was the last one, this one ends, too, and gives back what it
    /// was waiting for itself.
    func childLeft() -> [Upstream]
    /// Ends as cancelled if nobody is left who could start or resume it.
    func endIfStuck()
}

/// One promise that another waits for, and the reaction by which it hears.
struct Upstream: Sendable {
    let core: any AnyCore
    let reaction: any AnyReaction
}

extension AnyCore {
    /// Starts all that this one waits for, and itself, the first first; says whether there was anything to start.
    @discardableResult
    func startAll() -> Bool {
        lineage.reversed().map { $0.start() }.contains(true)
    }

    /// Does something once nothing of what this one waits for waits to be started, at once where nothing does.
    func whenStarted(_ action: @escaping @Sendable () -> Void) {
        for core in lineage where core.waitForStart({ self.whenStarted(action) }) { return }
        action()
    }

    /// This one and all that it waits for, each once: ways part and meet again.
    private var lineage: [any AnyCore] {
        var line: [any AnyCore] = []
        var seen: Set<ObjectIdentifier> = []
        var rest: [any AnyCore] = [self]
        while let core = rest.popLast() {
            guard seen.insert(ObjectIdentifier(core)).inserted else { continue }
            line.append(core)
            rest += core.upstream.map(\.core)
        }
        return line
    }
}

extension [Upstream] {
    /// Tells all of them that one child is gone, and those above of whoever ended by that: a loop, for chains are long.
    func leave() {
        var rest = self
        while let next = rest.popLast() {
            next.reaction.drop()
            rest += next.core.childLeft()
        }
    }
}
