import ApusCore
import ApusCurl
import Foundation
import Locking
import LoopbackServer
import Testing

@Suite struct Bodies {
    @Test func `Progress is told at most twenty times a second each way, and to the end`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .bytes($0.body) }
        let steps = Mutex<[TransferProgress]>([])
        let start = ContinuousClock.now
        let size = 24 << 20
        let put = try request(.put, server.url, body: HTTPBody(Data(count: size)))
        _ = try await outcome(of: put, by: transport()) { event in
            if case .progress(let progress) = event { steps.withLock { $0.append(progress) } }
        }.get()
        let most = Int((ContinuousClock.now - start) / .milliseconds(50)) + 2
        for direction in [TransferProgress.Direction.upload, .download] {
            let told = steps.withLock { $0.filter { $0.direction == direction } }
            #expect(told.count <= most)
            #expect(told.last?.completed == Int64(size))
            #expect(told.last?.total == Int64(size))
        }
    }

    @Test func `POST, PUT and PATCH without a body say that there is none`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .text("x") }
        for method in [HTTPMethod.post, .put, .patch, .delete] {
            _ = try await outcome(of: request(method, server.url), by: transport()).get()
        }
        #expect(server.received.map { $0.field("Content-Length") } == ["0", "0", "0", nil])
    }

    @Test func `A GET may have a body, and a HEAD may not`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .text($0.method + $0.text) }
        let curl = transport()
        #expect(try await outcome(of: request(.get, server.url, body: HTTPBody("!")), by: curl).get().text == "GET!")
        #expect(try await failure(of: request(.head, server.url, body: HTTPBody("!")), by: curl)?.kind == .other)
        #expect(try await outcome(of: request(.get, server.url), by: curl).get().text == "GET")
    }
}
