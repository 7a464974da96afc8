/// Serves one accepted connection on its own thread, from the first request to the close.
struct Connection {
    /// Its number, from 1.
    private let number: Int
    /// The peer.
    private let socket: Socket
    /// Where requests are recorded and answers found.
    private let state: ServerState
    /// The requests.
    private var reader: RequestReader

    /// Takes an accepted socket, which stays the state's to close.
    init(number: Int, socket: Socket, state: ServerState) {
        self.number = number
        self.socket = socket
        self.state = state
        reader = RequestReader(socket)
    }

    /// Answers requests until one side ends the connection.
    mutating func serve() {
        do {
            var continues = true
            while continues {
                let request = try reader.next(connection: number)
                let answer = state.record(request)
                let given = LoopbackServer.$isAnswering.withValue(true) { answer(request) }
                do {
                    continues = try give(given, to: request)
                } catch {
                    state.recordGivenUp(request)
                    throw error
                }
            }
        } catch ConnectionEnd.malformed(let problem) {
            refuse(problem)
        } catch {
            // The peer is gone or the server stops: there is nobody to tell.
        }
    }

    /// Sends an answer; false when the connection ends with it.
    private mutating func give(_ answer: Answer, to request: ReceivedRequest) throws -> Bool {
        if answer.delay > 0 { try pause(answer.delay) }
        switch answer.content {
        case .script(let steps):
            for step in steps {
                guard try perform(step) else { return false }
            }
            return true
        case .message(let status, let fields, let body):
            let message = Message(status: status, fields: fields, body: body, answering: request)
            try socket.send(message.bytes)
            if message.closes { finish(lingering: 0) }
            return !message.closes
        }
    }

    /// Carries out a step of a script; false when the connection ends with it.
    private mutating func perform(_ step: Step) throws -> Bool {
        switch step {
        case .send(let text): try socket.send(Array(text.utf8))
        case .bytes(let bytes): try socket.send(bytes)
        case .pause(let seconds): try pause(seconds)
        case .hang: try reader.idle(until: nil)
        case .close: finish(lingering: 0)
        case .reset: socket.resetWhenClosed()
        }
        switch step {
        case .hang, .close, .reset: return false
        case .send, .bytes, .pause: return true
        }
    }

    /// Answers what is not HTTP, and then ends the connection since nobody knows where a next request would begin.
    private mutating func refuse(_ problem: String) {
        let body = problem + "\n"
        let head = "HTTP/1.1 400 \r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
        try? socket.send(Array((head + "Connection: close\r\n\r\n" + body).utf8))
        // The peer may still be sending, and would lose the answer to an RST (RFC 9112, section 9.6).
        finish(lingering: 5)
    }

    /// Sends the FIN and takes in what has come, or comes in the time, since closing with bytes unread sends an RST.
    private mutating func finish(lingering seconds: Double) {
        socket.finishSending()
        try? pause(seconds)
    }

    /// Lets seconds pass; throws as soon as the peer closes or the server stops.
    private mutating func pause(_ seconds: Double) throws {
        // Bounded to some thirty years, for a clock that cannot count to infinity.
        try reader.idle(until: .now + .seconds(seconds > 0 ? min(seconds, 1e9) : 0))
    }
}
