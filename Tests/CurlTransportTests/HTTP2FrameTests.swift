import ApusCore
import ApusCurl
import Testing

@Suite(.timeLimit(.minutes(1))) struct `HTTP/2 with a peer that breaks off` {
    let server: RawServer
    let url: String
    let curl: CurlTransport
    private let relay: Relay
    private let certificates: Certificates

    init() async throws {
        server = try RawServer()
        certificates = try await Certificates.shared
        relay = try await Relay(to: server.port)
        url = relay.url
        curl = transport { [certificates] in $0.tls.extraCAFile = certificates.path("ca.pem") }
    }

    /// Sends a request, and waits until the peer has it.
    private func begin(
        _ peer: FramePeer, _ method: HTTPMethod = .get
    ) async throws -> (stream: UInt32, answer: Task<Result<HTTPResponse, TransportError>, Never>) {
        let answer = try send(method)
        return (await peer.nextRequest(), answer)
    }

    private func send(_ method: HTTPMethod = .get) throws -> Task<Result<HTTPResponse, TransportError>, Never> {
        let request = try request(method, url, body: method == .get ? nil : HTTPBody("body"))
        return Task { [curl] in await outcome(of: request, by: curl) }
    }

    /// A connection that has answered a request.
    private func usedPeer() async throws -> FramePeer {
        let first = try send()
        let peer = await FramePeer(server.accept())
        peer.answer(await peer.nextRequest(), "first")
        #expect(try await first.value.get().text == "first")
        return peer
    }

    private func expectLost(
        _ answer: Task<Result<HTTPResponse, TransportError>, Never>, isSafeToRetry: Bool = false,
        _ comment: Comment? = nil
    ) async {
        guard case .failure(let error) = await answer.value else {
            Issue.record("it gave a response \(comment ?? "")")
            return
        }
        #expect(error.kind == .connectionLost, "\(error)")
        #expect(error.isSafeToRetry == isSafeToRetry, "\(error)")
    }

    @Test(arguments: [1, 2, 8, 11], [HTTPMethod.get, .post])
    func `A stream that is reset is a lost connection, and the next request goes over the same one`(
        code: Int, method: HTTPMethod
    ) async throws {
        let peer = try await usedPeer()
        let (stream, answer) = try await begin(peer, method)
        peer.reset(stream, code)
        await expectLost(answer)
        let next = try await begin(peer)
        peer.answer(next.stream, "next")
        #expect(try await next.answer.value.get().text == "next")
    }

    @Test func `A stream that is reset in the middle of the body is a lost connection`() async throws {
        let peer = try await usedPeer()
        let (stream, answer) = try await begin(peer)
        peer.sendHead(stream)
        peer.sendBody(stream, "half", isLast: false)
        peer.reset(stream, 2)
        await expectLost(answer)
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `A stream that is refused was not processed, and is sent again on a new connection`(method: HTTPMethod)
        async throws
    {
        let answer = try send(method)
        let peer = await FramePeer(server.accept())
        peer.reset(await peer.nextRequest(), 7)
        let other = await FramePeer(server.accept())
        let request = try #require(await other.next(kind: 1))
        if method == .post { #expect(await other.next(kind: 0)?.payload == Array("body".utf8)) }
        other.answer(request.stream, "again")
        #expect(try await answer.value.get().text == "again")
    }

    @Test func `A POST that is refused again and again is given up, and trying later is safe`() async throws {
        let answer = try send(.post)
        var peers: [FramePeer] = []
        // libcurl tries five times more.
        for _ in 0..<6 {
            let peer = await FramePeer(server.accept())
            peer.reset(await peer.nextRequest(), 7)
            peers.append(peer)
        }
        await expectLost(answer, isSafeToRetry: true)
    }

    @Test func `GOAWAY lets the streams up to its last one end, and the others are sent again elsewhere`() async throws
    {
        let peer = try await usedPeer()
        let kept = try await begin(peer, .post)
        let got = try await begin(peer, .get)
        #expect(kept.stream < got.stream)
        peer.goAway(last: kept.stream)
        let other = await FramePeer(server.accept())
        other.answer(await other.nextRequest(), "again")
        #expect(try await got.answer.value.get().text == "again")
        peer.answer(kept.stream, "kept")
        #expect(try await kept.answer.value.get().text == "kept")
    }

    @Test func `A POST that a connection used before refuses is not sent twice, since libcurl does not say so`()
        async throws
    {
        let peer = try await usedPeer()
        let (stream, answer) = try await begin(peer, .post)
        peer.goAway(last: stream - 2)
        await expectLost(answer)
    }

    @Test func `A POST that was processed before the connection ended is lost, and not sent again`() async throws {
        let peer = try await usedPeer()
        let (stream, answer) = try await begin(peer, .post)
        peer.goAway(last: stream, 2)
        peer.end()
        await expectLost(answer)
        let next = try send()
        let other = await FramePeer(server.accept())
        other.answer(await other.nextRequest(), "next")
        #expect(try await next.value.get().text == "next")
    }

    @Test func `After GOAWAY the next request goes over a new connection`() async throws {
        let peer = try await usedPeer()
        let last = try await begin(peer)
        peer.goAway(last: last.stream)
        peer.answer(last.stream, "last")
        #expect(try await last.answer.value.get().text == "last")
        let next = try send()
        let other = await FramePeer(server.accept())
        other.answer(await other.nextRequest(), "next")
        #expect(try await next.value.get().text == "next")
    }

    @Test func `All streams of a connection that ends are lost`() async throws {
        let peer = try await usedPeer()
        var answers: [Task<Result<HTTPResponse, TransportError>, Never>] = []
        for _ in 0..<8 {
            let (stream, answer) = try await begin(peer, .post)
            peer.sendHead(stream)
            answers.append(answer)
        }
        peer.end()
        for answer in answers { await expectLost(answer) }
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `A server that wants HTTP/1.1 for a request gets it`(method: HTTPMethod) async throws {
        let answer = try send(method)
        let peer = await FramePeer(server.accept())
        peer.reset(await peer.nextRequest(), 13)
        let plain = await server.accept()
        let head = await plain.receive(through: "\r\n\r\n")
        #expect(head.hasPrefix("\(method) / HTTP/1.1\r\n"))
        if method == .post { #expect(await plain.receive(exactly: 4) == Array("body".utf8)) }
        plain.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain")
        #expect(try await answer.value.get().text == "plain")
    }

    @Test func `A stream that is cancelled is reset, and the others go on`() async throws {
        let peer = try await usedPeer()
        let first = try await begin(peer)
        let second = try await begin(peer)
        let third = try await begin(peer)
        for stream in [first.stream, second.stream, third.stream] { peer.sendHead(stream) }
        second.answer.cancel()
        guard case .failure(let error) = await second.answer.value else { return #expect(Bool(false)) }
        #expect(error.kind == .cancelled)
        peer.sendBody(second.stream, "nobody's")
        for other in [first, third] {
            peer.sendBody(other.stream, "\(other.stream)")
            #expect(try await other.answer.value.get().text == "\(other.stream)")
        }
        // libcurl 7.88 keeps the reset until it has something to send, and then resets also those that are done.
        let next = try await begin(peer)
        #expect(peer.resets.first { $0 > 1 } == second.stream)
        peer.answer(next.stream, "next")
        #expect(try await next.answer.value.get().text == "next")
    }

    @Test func `The only stream of a connection takes it along when it is cancelled`() async throws {
        let peer = try await usedPeer()
        let (_, answer) = try await begin(peer)
        answer.cancel()
        await peer.waitForEnd()
        guard case .failure(let error) = await answer.value else { return #expect(Bool(false)) }
        #expect(error.kind == .cancelled)
    }

    @Test func `A stream that is idle too long is given up`() async throws {
        let curl = transport {
            $0.tls.extraCAFile = certificates.path("ca.pem")
            $0.idleTimeout = .milliseconds(200)
        }
        let get = try request(.get, url)
        let idle = Task { await outcome(of: get, by: curl) }
        let peer = await FramePeer(server.accept())
        guard case .failure(let error) = await idle.value else { return #expect(Bool(false)) }
        #expect(error.kind == .timeout)
        await peer.waitForEnd()
    }

    @Test func `Interim responses before the answer are passed over`() async throws {
        let peer = try await usedPeer()
        let (stream, answer) = try await begin(peer)
        for _ in 0..<3 { peer.sendEarlyHints(stream) }
        peer.answer(stream, "final")
        let response = try await answer.value.get()
        #expect(response.status == 200)
        #expect(response.text == "final")
    }

    @Test func `What is not HTTP/2 is a lost connection, and the next request is fine`() async throws {
        let answer = try send(.post)
        let connection = await server.accept()
        connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await expectLost(answer)
        let next = try send()
        let peer = await FramePeer(server.accept())
        peer.answer(await peer.nextRequest(), "next")
        #expect(try await next.value.get().text == "next")
    }
}
