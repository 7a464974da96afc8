import Apus
import Dispatch
import Locking
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(3))) struct ProgressTests {
    private let server: LoopbackServer
    private let client: Client
    private let queue = DispatchQueue(label: "apus.tests.progress")
    private static let mark = DispatchSpecificKey<Bool>()

    init() throws {
        server = try LoopbackServer()
        client = Client(server.url)
        queue.setSpecific(key: Self.mark, value: true)
    }

    /// The steps in words, in the order in which they were told, the handler's last.
    private func steps<Output: Sendable>(
        of endpoint: Endpoint<Output, EndpointError<Never>>
    ) async -> (steps: [String], events: [CallEvent]) {
        let told = Mutex<[CallEvent]>([])
        let isOnQueue = Mutex(true)
        let words = Mutex<[String]>([])
        await withCheckedContinuation { continuation in
            client.call(endpoint).start(on: queue) { event in
                isOnQueue.withLock { $0 = $0 && DispatchQueue.getSpecific(key: Self.mark) == true }
                told.withLock { $0.append(event) }
                words.withLock { $0.append(Self.word(for: event)) }
            } handler: { outcome in
                isOnQueue.withLock { $0 = $0 && DispatchQueue.getSpecific(key: Self.mark) == true }
                words.withLock { $0.append((try? outcome.result.get()) == nil ? "failure" : "success") }
                continuation.resume()
            }
        }
        // What comes late would come here.
        queue.sync {}
        #expect(isOnQueue.withLock { $0 })
        return (words.withLock { $0 }, told.withLock { $0 })
    }

    private static func word(for event: CallEvent) -> String {
        switch event {
        case .sending: "sending"
        case .progress: "progress"
        case .finished: "finished"
        case .redirected: "redirected"
        case .retrying: "retrying"
        case .note: "note"
        }
    }

    private func progress(_ direction: TransferProgress.Direction, in events: [CallEvent]) -> [TransferProgress] {
        events.compactMap { event in
            guard case .progress(let progress) = event, progress.direction == direction else { return nil }
            return progress
        }
    }

    @Test("A download tells of its bytes, in order, between the request and the handler")
    func download() async {
        let chunk = String(repeating: "x", count: 20_000)
        server.on("/file") { _ in
            .script(
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n")]
                    + Array(repeating: [Step.send(chunk), .pause(seconds: 0.3)], count: 3).joined())
        }
        let (steps, events) = await steps(
            of: Endpoint {
                GET("/file")
                DecodeText()
            })
        #expect(steps.first == "sending")
        #expect(steps.suffix(2) == ["finished", "success"])
        let progress = progress(.download, in: events)
        #expect(progress.count > 1)
        #expect(progress.last == TransferProgress(.download, completed: 60_000, total: 60_000))
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.completed < $1.completed })
        #expect(progress.allSatisfy { $0.total == 60_000 })
    }

    @Test("A download of unknown length has no total")
    func chunked() async {
        server.on("/file") { _ in
            .script([
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .send("0\r\n\r\n"),
            ])
        }
        let (_, events) = await steps(
            of: Endpoint {
                GET("/file")
                DecodeText()
            })
        let progress = progress(.download, in: events)
        #expect(progress.last == TransferProgress(.download, completed: 5, total: nil))
    }

    @Test("An upload tells of its bytes, and never of more than there are")
    func upload() async {
        server.on("/file") { .text("\($0.body.count)") }
        let text = String(repeating: "0123456789", count: 200_000)
        let (steps, events) = await steps(
            of: Endpoint {
                PUT("/file")
                Body(text: text)
                DecodeText()
            })
        #expect(steps.last == "success")
        let progress = progress(.upload, in: events)
        #expect(progress.last == TransferProgress(.upload, completed: 2_000_000, total: 2_000_000))
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.completed < $1.completed })
    }

    @Test("Who wants progress alone gets it on the queue, before the result")
    func progressAlone() async {
        server.on("/file") { _ in .text("hello") }
        let told = Mutex<[String]>([])
        await withCheckedContinuation { continuation in
            client.send(
                Endpoint {
                    PUT("/file")
                    Body(text: "12345678")
                    DecodeText()
                }, on: queue
            ) { progress in
                told.withLock { $0.append("\(progress.direction) \(progress.completed)") }
            } handler: { result in
                told.withLock { $0.append((try? result.get()) ?? "failure") }
                continuation.resume()
            }
        }
        queue.sync {}
        #expect(told.withLock { $0 } == ["upload 8", "download 5", "hello"])
    }

    @Test("A redirect tells of both hops")
    func redirect() async {
        server.on("/start") { _ in .redirect(302, to: "/end") }
        server.on("/end") { _ in .text("end") }
        let (steps, _) = await steps(
            of: Endpoint {
                GET("/start")
                DecodeText()
            })
        #expect(
            steps.filter { $0 != "progress" }
                == ["sending", "finished", "redirected", "sending", "finished", "success"])
    }

    @Test("A plan that can't be sent tells of nothing but its failure")
    func invalid() async {
        let (steps, _) = await steps(
            of: Endpoint {
                GET("/{id}")
                DecodeText()
            })
        #expect(steps == ["failure"])
        #expect(server.acceptedConnections == 0)
    }
}
