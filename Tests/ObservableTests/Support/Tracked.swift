import Locking

/// Counts the objects of a test that are alive.
final class Census: Sendable {
    private let count = Mutex(0)
    var alive: Int { count.withLock { $0 } }
    fileprivate func add(_ number: Int) { count.withLock { $0 += number } }
}

/// Something for closures to capture, counted while it lives.
final class Tracked: Sendable {
    private let census: Census

    init(_ census: Census) {
        self.census = census
        census.add(1)
    }

    deinit { census.add(-1) }

    /// Used in a closure, makes it capture this.
    func touch() {}
}
