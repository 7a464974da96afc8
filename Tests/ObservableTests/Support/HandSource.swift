import ApusObservable
import Locking

/// A source that a test emits from by hand, to all who are subscribed.
final class HandSource<Element: Sendable, Failure: Error>: Sendable {
    private struct State {
        var observers: [Int: Observer<Element, Failure>] = [:]
        var subscriptions = 0
        var disposals = 0
    }

    private let state = Mutex(State())

    /// How often it was subscribed to.
    var subscriptions: Int { state.withLock(\.subscriptions) }
    /// How often a subscription ended or was disposed.
    var disposals: Int { state.withLock(\.disposals) }

    var observable: ObservableSequence<Element, Failure> {
        .create { observer in
            let id = self.state.withLock { state in
                state.subscriptions += 1
                state.observers[state.subscriptions] = observer
                return state.subscriptions
            }
            return ClosureDisposable {
                let old = self.state.withLock { state in
                    state.disposals += 1
                    return state.observers.removeValue(forKey: id)
                }
                withExtendedLifetime(old) {}
            }
        }
    }

    private var observers: [Observer<Element, Failure>] {
        state.withLock { state in state.observers.sorted { $0.key < $1.key }.map(\.value) }
    }

    func next(_ value: Element) {
        for observer in observers { observer.next(value) }
    }

    func error(_ failure: Failure) {
        for observer in observers { observer.error(failure) }
    }

    func completed() {
        for observer in observers { observer.completed() }
    }
}
