/// A scripted HTTP/1.1 server on 127.0.0.1: answers as told, byte for byte if need be, and keeps what it was asked.
///
/// It is for the demo, the tests and the benchmarks. Each connection has a thread of its own, on which the answers'
/// closures run; a closure may block.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.on("GET", "/company.json") { _ in .json(#"{"name":"Apus"}"#) }
/// server.on("/broken") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close]) }
/// defer { server.stop() }
/// ```
package final class LoopbackServer: Sendable {
    /// Whether the current thread is inside an answer's closure.
    @TaskLocal static var isAnswering = false

    /// The port it listens on.
    package let port: UInt16
    /// What the threads share.
    private let state = ServerState()
    /// Closed to end the accepting thread.
    private let stopSignal: Socket

    /// Binds to 127.0.0.1 and starts accepting; port 0 picks a free one. Throws `SocketError`.
    package init(port: UInt16 = 0) throws {
        let stop = try Socket.pipe()
        stopSignal = stop.writing
        var listener: Socket?
        do {
            let listening = try Socket.listening(on: port)
            listener = listening
            try state.run { [state] in LoopbackServer.accept(from: listening, until: stop.reading, state) }
            // Last, since an initialiser that throws when all is set runs deinit, which would close a second time.
            self.port = listening.localPort
        } catch {
            listener?.close()
            stop.reading.close()
            stop.writing.close()
            throw error
        }
    }

    deinit {
        stop()
    }

    /// The base URL, without a slash at its end.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Answers requests with the method (nil for every one that has no route of its own) and the path.
    ///
    /// The path is compared with the target up to its first "?", as sent. A later route replaces an equal earlier one.
    package func on(
        _ method: String?, _ path: String, _ answer: @escaping @Sendable (ReceivedRequest) -> Answer
    ) {
        state.update { $0.handlers[ServerState.Route(method: method, path: path)] = answer }
    }

    /// Answers requests with the path and any method that has no route of its own.
    package func on(_ path: String, _ answer: @escaping @Sendable (ReceivedRequest) -> Answer) {
        on(nil, path, answer)
    }

    /// Answers the requests that no route answers, in place of the 404 they get otherwise.
    package func otherwise(_ answer: @escaping @Sendable (ReceivedRequest) -> Answer) {
        state.update { $0.fallback = answer }
    }

    /// Closes the listener and every connection, and returns when the threads are gone; can be called again.
    ///
    /// Called from an answer's closure, it does not wait: it would wait for itself.
    package func stop() {
        let isFirst = state.update { facts in
            defer { facts.isStopped = true }
            for socket in facts.open.values { socket.disconnect() }
            return !facts.isStopped
        }
        if isFirst { stopSignal.close() }
        if !LoopbackServer.isAnswering { state.threads.wait() }
    }

    /// The complete requests so far, in order of arrival.
    package var received: [ReceivedRequest] { state.current.received }

    /// The requests whose peer closed before it had its answer, in the order of closing.
    package var givenUp: [ReceivedRequest] { state.current.givenUp }

    /// How many connections neither side has closed.
    package var openConnections: Int { state.current.open.count }

    /// How many connections there have been.
    package var acceptedConnections: Int { state.current.accepted }

    /// Waits until there are at least so many complete requests and returns them all; throws `WaitTimeout`.
    @discardableResult
    package func waitForRequests(_ count: Int, timeout: Duration = .seconds(10)) async throws -> [ReceivedRequest] {
        try await state.wait(for: .requests(count), timeout: timeout)
    }

    /// Waits until the peers of at least so many requests have closed before the answer; throws `WaitTimeout`.
    @discardableResult
    package func waitForGivenUp(_ count: Int, timeout: Duration = .seconds(10)) async throws -> [ReceivedRequest] {
        _ = try await state.wait(for: .givenUp(count), timeout: timeout)
        return givenUp
    }

    /// Waits until exactly so many connections are open, 0 meaning that the peer closed them all; throws `WaitTimeout`.
    package func waitForOpenConnections(_ count: Int, timeout: Duration = .seconds(10)) async throws {
        _ = try await state.wait(for: .openConnections(count), timeout: timeout)
    }

    /// Takes connections in until the stop signal.
    private static func accept(from listener: Socket, until stop: Socket, _ state: ServerState) {
        while !Socket.wait(for: [stop], until: .now), Socket.wait(for: [listener, stop]) {
            if let socket = listener.accepted() {
                state.admit(socket)
            } else {
                // Out of descriptors, most likely: the listener stays ready, and looking again at once would spin.
                _ = Socket.wait(for: [stop], until: .now + .milliseconds(10))
            }
        }
        listener.close()
        stop.close()
    }
}

extension LoopbackServer {
    /// A server that is down. Nobody listens at port 1 (tcpmux, RFC 1078); one that was only just given back can be taken
    /// by another server at any moment.
    package static let downURL = "http://127.0.0.1:1"
}
