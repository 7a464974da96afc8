import Locking

/// Whether a source's task waits for foreign work, and is to be cancelled when nobody listens any more.
///
/// What has come is told from the same task, and its end disposes the source first: cancelled then, the subscriber's
/// closures would find themselves in a cancelled task. It isn't needed either, as the task looks whether somebody listens
/// before it waits again.
final class Waiting: Sendable {
    private let state = Mutex(true)

    /// Whether the task waits; it does from its start.
    var isOn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
