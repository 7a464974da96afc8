import ApusCore
import ApusCurl
import Foundation
import LoopbackServer
import Testing

@Suite struct `Unix-domain sockets` {
    let path = NSTemporaryDirectory() + "/apus-\(UInt32.random(in: 1...UInt32.max)).sock"

    @Test func `Every connection is made to the socket, whatever the host and the environment`() async throws {
        let server = try LoopbackServer()
        server.otherwise { .text($0.target) }
        let relay = try await Relay(to: server.port, socket: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            clearProxies()
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            let curl = transport { $0.unixSocket = path }
            for _ in 0..<2 {
                let get = try request(.get, "http://example.invalid/a?b=c")
                #expect(try await outcome(of: get, by: curl).get().text == "/a?b=c")
            }
        }
        #expect(server.received.map { $0.field("Host") } == ["example.invalid", "example.invalid"])
        #expect(server.received.allSatisfy { $0.field("Proxy-Connection") == nil })
        #expect(server.acceptedConnections == 1)
        withExtendedLifetime(relay) {}
    }

    @Test func `A socket that is not there is a refused connection`() async throws {
        let curl = transport { $0.unixSocket = path }
        let error = try #require(
            try await failure(of: request(.post, "http://example.invalid/", body: HTTPBody("x")), by: curl))
        #expect(error.kind == .connectionRefused, "\(error)")
        #expect(error.isSafeToRetry)
    }

    @Test func `A path too long for a socket fails, and nobody else is connected to`() async throws {
        let server = try LoopbackServer()
        let curl = transport { $0.unixSocket = "/" + String(repeating: "long", count: 64) }
        let error = try #require(try await failure(of: request(.get, server.url), by: curl))
        #expect(error.isSafeToRetry, "\(error)")
        #expect(server.acceptedConnections == 0)
    }
}
