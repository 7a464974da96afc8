/// What a client was given, in one place: every call and its exchange keep the client.
final class ClientSettings: Sendable {
    let baseURL: String?
    /// The base URL, read once; nil where there is none or where it is wrong, which each plan then says.
    let base: RequestURL?
    let chain: PluginChain
    let transport: any Transport
    let clock: any Clock<Duration>

    init(_ baseURL: String?, plugins: [any Plugin], transport: any Transport, clock: any Clock<Duration>) {
        // What is refused must not be kept either: plans are dumped and stored.
        self.baseURL = baseURL.map { PlanProblem.storable($0) }
        base = baseURL.flatMap { Self.read($0) }
        chain = PluginChain(listed: plugins)
        self.transport = transport
        self.clock = clock
    }

    /// A base URL with a fragment is kept as text, so that the plan can say what is wrong with it.
    private static func read(_ text: String) -> RequestURL? {
        text.utf8.contains(UInt8(ascii: "#")) ? nil : RequestURL(text)
    }
}

extension ClientSettings: CustomReflectable {
    /// Nothing: what may be shown, the client shows.
    var customMirror: Mirror { Mirror(self, children: []) }
}
