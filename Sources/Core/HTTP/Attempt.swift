/// One request that went to the transport, and how it ended.
public struct Attempt: Sendable {
    /// The attempt's number, from 1; the hops of one redirect chain share it.
    public let number: Int
    /// The method it was sent with.
    public let method: HTTPMethod
    /// Where it was sent, secrets redacted when printed.
    public let url: RequestURL
    /// The status that came back, or why none did.
    public let outcome: Result<HTTPStatus, TransportError>
    /// From handing over the request to the end of the response.
    public let duration: Duration

    init(_ number: Int, _ request: HTTPRequest, _ outcome: Result<HTTPStatus, TransportError>, _ duration: Duration) {
        self.number = number
        method = request.method
        url = request.url
        self.outcome = outcome
        self.duration = duration
    }
}

/// What led to a response or to the lack of one: no part of what that is, so all are equal.
struct CallHistory: Sendable, Hashable, CustomReflectable {
    var attempts: [Attempt] = []
    /// What was sent with secrets, without bodies: a server may repeat them, and messages must not.
    var secretive: [HTTPRequest] = []

    /// Whether a body was sent that is a secret: what answers one often is, too.
    var hasSecretBody = false

    /// The secrets that were sent.
    var secretValues: [String] { secretive.flatMap(\.secretValues) }

    /// The attempts.
    var customMirror: Mirror { Mirror(self, children: ["attempts": attempts]) }

    static func == (left: CallHistory, right: CallHistory) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
