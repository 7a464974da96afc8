import Locking

/// What all copies of an exchange share.
final class SharedExchange: Sendable {
    private struct State {
        var values: [ObjectIdentifier: any Sendable] = [:]
        var history = CallHistory()
        var plan: PlanBox?
    }

    let name: String?
    let url: RequestURL
    let bodyLimit: Int
    let receiver: BodyReceiver?
    /// Outermost first. Here, since all calls share the list, and counting references to it from several threads is slow.
    let plugins: [any Plugin]
    let transport: any Transport
    let clock: any Clock<Duration>
    let events: (@Sendable (CallEvent) -> Void)?
    private let makePlan: @Sendable () -> RequestPlan
    private let state = Mutex(State())

    init(
        name: String?, url: RequestURL, bodyLimit: Int, receiver: BodyReceiver?, plugins: [any Plugin],
        transport: any Transport, clock: any Clock<Duration>, events: (@Sendable (CallEvent) -> Void)?,
        plan: @escaping @Sendable () -> RequestPlan
    ) {
        self.name = name
        self.url = url
        self.bodyLimit = bodyLimit
        self.receiver = receiver
        self.plugins = plugins
        self.transport = transport
        self.clock = clock
        self.events = events
        makePlan = plan
    }

    /// Made when a plugin first asks for it, since most calls go by without.
    var plan: RequestPlan {
        if let box = state.withLock(\.plan) { return box.plan }
        let box = PlanBox(makePlan())
        state.withLock { $0.plan = box }
        return box.plan
    }

    /// The attempts, and what was sent with secrets.
    var history: CallHistory { state.withLock { $0.history } }

    func record(_ attempt: Attempt) {
        state.withLock { $0.history.attempts.append(attempt) }
    }

    /// Keeps what is sent, where it holds secrets that a server may repeat.
    func keepSecrets(of request: HTTPRequest) {
        let hasSecretBody = request.body?.isSecret == true
        guard request.hasSecrets || hasSecretBody else { return }
        var request = request
        request.body = nil
        state.withLock { [request] state in
            state.history.secretive.append(request)
            state.history.hasSecretBody = state.history.hasSecretBody || hasSecretBody
        }
    }

    subscript<Key: ExchangeKey>(key: Key.Type) -> Key.Value {
        get {
            // Not one `as?`: nil is a value of every optional type, and would pass for one that was set.
            guard let value = state.withLock({ $0.values[ObjectIdentifier(key)] }) else { return Key.defaultValue }
            return value as? Key.Value ?? Key.defaultValue
        }
        set {
            // What was there may do anything when it is let go of, and so is not let go of under the lock.
            let former = state.withLock { state in
                defer { state.values[ObjectIdentifier(key)] = newValue }
                return state.values[ObjectIdentifier(key)]
            }
            _ = former
        }
    }
}

extension SharedExchange: CustomReflectable {
    /// Nothing but the name: to walk into a lock, as `dump` would, ends the process.
    var customMirror: Mirror { Mirror(self, children: ["name": name as Any]) }
}
