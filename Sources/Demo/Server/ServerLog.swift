import LoopbackServer

/// What the embedded server was asked from a moment on, and which answers nobody waited for.
struct ServerLog: Sendable {
    private let server: LoopbackServer
    private let start: Int

    init(_ server: LoopbackServer, from start: Int = 0) {
        self.server = server
        self.start = start
    }

    /// A log that begins now.
    func fromNow() -> ServerLog {
        ServerLog(server, from: server.received.count)
    }

    /// Waits until it has been asked so many times.
    func waitForRequests(_ count: Int) async {
        _ = try? await server.waitForRequests(start + count)
    }

    /// One line a request. All but the last may be expected to be given up, which the server hears a moment later.
    func lines(expectingGivenUp: Bool = true) async -> [String] {
        let requests = server.received.dropFirst(start)
        if expectingGivenUp { _ = try? await server.waitForGivenUp(requests.count - 1, timeout: .seconds(2)) }
        let givenUp = Set(server.givenUp.map { "\($0.connection) \($0.target)" })
        return requests.map { request in
            let end =
                givenUp.contains("\(request.connection) \(request.target)")
                ? "closed by the client before the answer" : "answered"
            return "\(request.method) \(request.target)  \(end)"
        }
    }
}
