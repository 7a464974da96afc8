import ApusCore
import ApusCurl
import ApusDSL
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `HTTP/2 streams` {
    private func connected() async throws -> (HTTP2Server, CurlTransport) {
        let certificates = try await Certificates.shared
        let server = try await HTTP2Server((certificates, "good"))
        return (server, transport { $0.tls.extraCAFile = certificates.path("ca.pem") })
    }

    @Test func `A reader that waits holds back its own stream, and none beside it`() async throws {
        let (server, curl) = try await connected()
        let client = Client(server.url, transport: curl)
        let text = Endpoint {
            GET("/text.txt")
            DecodeText()
        }
        #expect(try await client.send(text) == "text")
        let long = try await client.send(
            Endpoint {
                GET("/long.bin")
                DecodeStream()
            })
        for _ in 0..<5 { #expect(try await client.send(text) == "text") }
        var read = 0
        for try await chunk in long {
            read += chunk.count
            if read < 4 << 20 { #expect(try await client.send(text) == "text") }
        }
        #expect(read == 24 << 20)
        #expect(server.connections == 1)
    }

    @Test(arguments: [nil, Int64(3 << 20)])
    func `A stream is sent and comes back`(length: Int64?) async throws {
        let (server, curl) = try await connected()
        let chunks = AsyncStream<Data> { continuation in
            for byte in 0..<48 { continuation.yield(Data(repeating: UInt8(byte), count: 1 << 16)) }
            continuation.finish()
        }
        let stream = try await Client(server.url, transport: curl).send(
            Endpoint {
                POST("/")
                Body(stream: ByteStream(chunks, length: length))
                DecodeStream()
            })
        let echo = try await stream.collected(upTo: .max)
        #expect(echo.count == 3 << 20)
        #expect((0..<48).allSatisfy { echo[$0 << 16] == UInt8($0) })
    }

    @Test func `A stream that is let go of leaves the connection to the others`() async throws {
        let (server, curl) = try await connected()
        let client = Client(server.url, transport: curl)
        let held = try await client.send(
            Endpoint {
                GET("/long.bin")
                DecodeStream()
            })
        for _ in 0..<3 {
            _ = try await client.send(
                Endpoint {
                    GET("/long.bin")
                    DecodeStream()
                })
        }
        #expect(try await held.collected(upTo: .max).count == 24 << 20)
    }

    /// libcurl 7.88 keeps what a paused transfer was not given for the handle's next one.
    @Test func `What a stream was not given when it was let go of comes to no other`() async throws {
        let (server, curl) = try await connected()
        let client = Client(server.url, transport: curl)
        func open(_ path: String) async throws -> ByteStream {
            try await client.send(
                Endpoint {
                    GET(PathTemplate(path))
                    DecodeStream()
                })
        }
        // One that shares the connection, and takes nothing from it.
        let (source, feed) = AsyncStream<Data>.makeStream()
        let beside = Task {
            try await client.send(
                Endpoint {
                    POST("/")
                    Body(stream: ByteStream(source))
                })
        }
        while !server.lines.contains(where: { $0.contains(":method: POST") }) { await Task.yield() }
        for _ in 0..<4 {
            do {
                var zeros = try await open("/long.bin").makeAsyncIterator()
                _ = try await zeros.next()
                // Long enough to be paused, most of the time.
                try await Task.sleep(for: .milliseconds(50))
            }
            // The next transfer is paused, too, and goes on.
            let late = ByteStream(isReplayable: true) {
                var rest = [Data("late".utf8)]
                return {
                    try await Task.sleep(for: .milliseconds(20))
                    return rest.popLast()
                }
            }
            let echo = try await client.send(
                Endpoint {
                    POST("/")
                    Body(stream: late)
                    DecodeText()
                })
            #expect(echo == "late", "\(echo.utf8.count) bytes")
        }
        feed.finish()
        _ = try await beside.value
        #expect(server.connections == 1)
    }
}
