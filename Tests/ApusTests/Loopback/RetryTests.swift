import Apus
import Foundation
import Locking
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetryTests {
    @Test("A connection that is lost and a server that is busy are got over, with their history")
    func flaky() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let count = Mutex(0)
        server.on("/company.json") { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return switch number {
            case 1: .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .close])
            case 2: .empty(503, fields: [("Retry-After", "0")])
            default: .json(#"{"name":"Apus"}"#)
            }
        }
        let client = Client(server.url) { Retry(upTo: 3, .constant(.milliseconds(1))) }
        let reply = try await client.call(
            Endpoint {
                GET("/company.json"); Decode(String.self, at: "name")
            }
        ).reply
        #expect(reply.value == "Apus")
        #expect(reply.attempts.map(\.number) == [1, 2, 3])
        #expect(reply.attempts.map { try? $0.outcome.get().code } == [nil, 503, 200])
    }

    // URLSession on Linux gives no head before the end of its body.
    #if Curl && os(Linux)
    @Test("A stream that is not wanted any more is closed before the request is sent again")
    func droppedStream() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let count = Mutex(0)
        server.on("/report") { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1
                ? .script([.send("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf"), .hang])
                : .bytes([1, 2, 3])
        }
        let client = Client(server.url) { Retry(.status(202), upTo: 1, .constant(.milliseconds(1))) }
        let stream = try await client.send(
            Endpoint {
                GET("/report"); DecodeStream()
            })
        #expect(try await stream.collected(upTo: 100) == Data([1, 2, 3]))
        #expect(try await server.waitForGivenUp(1).count == 1)
    }
    #endif

    @Test("A POST to a server that is down is sent again where the rule names what was never sent, and only there")
    func down() async {
        let endpoint = Endpoint { POST("/x") }
        let strict = await Client(LoopbackServer.downURL) { Retry(upTo: 2, .none) }.call(endpoint).outcome()
        #expect(strict.attempts.count == 1)
        let free = await Client(LoopbackServer.downURL) { Retry(.idempotent.or(.unsent), upTo: 2, .none) }.call(
            endpoint
        ).outcome()
        #expect(free.attempts.count == 3)
    }
}
