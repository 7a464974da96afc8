import ApusCore
import ApusDSL
import ApusPromise
import ApusTesting
import Dispatch
import Locking
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientPromiseTests {
    private struct Refusal: Decodable, Sendable {
        let code: Int
    }

    private static let endpoint = Endpoint {
        GET("http://a.example/x")
        DecodeText()
        OnError(404, Refusal.self)
    }

    private func client(status: Int = 200, body: String = "x", gate: Gate? = nil) -> Client {
        Client(
            transport: StubTransport { _ throws(TransportError) in
                await gate?.pass()
                if Task.isCancelled { throw TransportError(.cancelled) }
                return HTTPResponse(status: HTTPStatus(status), body: HTTPBody(body))
            })
    }

    @Test("A call's promise has its value, its declared error, or what else went wrong, with the type of the endpoint")
    func outcomes() async {
        #expect(await client().promise(Self.endpoint).word == "value x")
        guard
            case .failure(.response(let refusal, _)) = await client(status: 404, body: #"{"code": 7}"#)
                .promise(Self.endpoint).result
        else {
            Issue.record("no declared error")
            return
        }
        #expect(refusal.code == 7)
        guard case .failure(.unexpected(let response, _)) = await client(status: 500).promise(Self.endpoint).result
        else {
            Issue.record("expected an unexpected response")
            return
        }
        #expect(response.text == "x")
    }

    @Test("Handlers are written one below the other, and run on the queue given")
    func handlers() async {
        let queue = DispatchQueue(label: "test")
        let lines = Lines()
        await withCheckedContinuation { continuation in
            client().promise(Self.endpoint, on: queue)
                .progress { old, new in
                    dispatchPrecondition(condition: .onQueue(queue))
                    lines.append("progress \(old?.completed ?? -1) \(new.completed)")
                }
                .success { value in
                    dispatchPrecondition(condition: .onQueue(queue))
                    lines.append("value \(value)")
                    continuation.resume()
                }
                .failure { error, isCancelled in lines.append("\(error) \(isCancelled)") }
        }
        #expect(lines.all.last == "value x")
        #expect(lines.all.dropLast().allSatisfy { $0 == "progress -1 1" })
    }

    @Test("A paused call sends nothing until it is resumed, and a retry sends it again")
    func pausedAndRetried() async {
        let sent = Mutex(0)
        let client = Client(
            transport: StubTransport { _ throws(TransportError) in
                let number = sent.withLock { sent in
                    sent += 1
                    return sent
                }
                if number < 3 { throw TransportError(.connectionRefused) }
                return HTTPResponse(status: 200, body: HTTPBody("x"))
            })
        let promise = client.promise(Self.endpoint, paused: true).map { $0 + "!" }.retry(5) { failure in
            if case .transport = failure { true } else { false }
        }
        #expect(sent.withLock { $0 } == 0)
        #expect(promise.resume())
        #expect(await promise.word == "value x!")
        #expect(sent.withLock { $0 } == 3)
    }

    @Test("A cancelled call is told apart, also where its failure has another type")
    func cancelled() async {
        struct Mine: Error {}
        let gate = Gate()
        let promise = client(gate: gate).promise(Self.endpoint.mapError { _ in Mine() })
        await gate.waitForArrivals()
        #expect(promise.cancel())
        #expect(await promise.word == "cancelled Mine()")
        while gate.cancelled == 0 { await Task.yield() }
    }

    @Test("A call cancelled from elsewhere is told apart as well")
    func cancelledByTransport() async {
        let client = Client(transport: StubTransport { _ throws(TransportError) in throw TransportError(.cancelled) })
        #expect(await client.promise(Self.endpoint).word == "cancelled cancelled")
    }

    @Test("A progress handler that comes late hears the newest progress, then the value")
    func lateProgress() async {
        let queue = DispatchQueue(label: "test")
        let (promise, resolver) = Promise<Int, Oops>.pending(on: queue)
        let lines = Lines()
        for completed in 1...3 {
            resolver.progress(TransferProgress(.download, completed: Int64(completed), total: 3))
        }
        promise.progress { lines.append("early \($0?.completed ?? -1) \($1.completed)") }
        resolver.fulfill(1)
        promise.map { $0 }.progress { lines.append("child \($1.completed)") }
        promise.progress { lines.append("late \($1.completed)") }
        #expect(await promise.map { $0 }.word == "value 1")
        for _ in 0..<3 { await queue.drain() }
        #expect(lines.all.filter { !$0.hasPrefix("child") } == ["early -1 3", "late 3"])
        #expect(lines.all.contains("child 3"))
    }

    @Test("A call that is wrong as declared fails without being sent")
    func invalid() async {
        let promise = client().promise(Endpoint { GET("http://a.example/{id}") })
        guard case .failure(.invalid) = await promise.result else {
            Issue.record("expected an invalid plan")
            return
        }
    }

    @Test("Letting go of the promise doesn't end the call")
    func forgotten() async {
        let gate = Gate()
        let word = await withCheckedContinuation { continuation in
            client(gate: gate).promise(Self.endpoint).map { $0 + "!" }.success { continuation.resume(returning: $0) }
            gate.open()
        }
        #expect(word == "x!")
    }
}
