import Locking

/// Kept by every handle of one chain. With the last of them goes who could start or resume it, so what waits for that ends
/// as cancelled: else it and all that its handlers capture would wait for ever.
final class Lease: Sendable {
    private let held: Mutex<[ObjectIdentifier: any AnyCore]>

    init(_ root: any AnyCore) {
        held = Mutex([ObjectIdentifier(root): root])
    }

    /// Remembers one that was paused.
    func keep(_ core: any AnyCore) {
        let replaced = held.withLock { $0.updateValue(core, forKey: ObjectIdentifier(core)) }
        withExtendedLifetime(replaced) {}
    }

    deinit {
        for core in held.withLock({ $0 }).values { core.endIfStuck() }
    }
}
