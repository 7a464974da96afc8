import Locking

/// Kept by every handle of one chain. With the last of them goes who could start or resume it, so what waits for that ends
/// as cancelled: else it and all that its handlers capture would wait for ever.
final class Lease: Sendable {
    /// Weakly: what waits is kept by who waits for it, and what has settled is nobody's concern.
    private struct Held: Sendable {
        weak var core: (any AnyCore)?
    }

    private let held: Mutex<[ObjectIdentifier: Held]>

    init(_ root: any AnyCore) {
        held = Mutex([ObjectIdentifier(root): Held(core: root)])
    }

    /// Remembers one that was paused.
    func keep(_ core: any AnyCore) {
        held.withLock { $0[ObjectIdentifier(core)] = Held(core: core) }
    }

    deinit {
        for held in held.withLock({ $0 }).values { held.core?.endIfStuck() }
    }
}
