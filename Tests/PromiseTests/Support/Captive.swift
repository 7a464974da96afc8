import Locking

/// Counts how many of its captives are alive.
final class Prison: Sendable {
    fileprivate let count = Mutex(0)

    var inmates: Int { count.withLock { $0 } }

    /// One more, alive until nobody holds it.
    func captive() -> Captive { Captive(of: self) }
}

/// What a closure captures in order to be seen released.
final class Captive: Sendable {
    private let prison: Prison

    fileprivate init(of prison: Prison) {
        self.prison = prison
        prison.count.withLock { $0 += 1 }
    }

    func touch() {}

    deinit { prison.count.withLock { $0 -= 1 } }
}
