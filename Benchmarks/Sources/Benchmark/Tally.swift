import Synchronization

/// Adds up what comes, one number at a time, on whatever thread.
///
/// Without a lock, which would cost more than some of what is measured. The compiler doesn't look into `add(_:)`, or it
/// would put the result in the place of a loop.
final class Tally: Sendable {
    private let state = Atomic(0)

    var sum: Int { state.load(ordering: .acquiring) }

    @inline(never)
    func add(_ number: Int) {
        state.store(state.load(ordering: .relaxed) &+ number, ordering: .releasing)
    }
}
