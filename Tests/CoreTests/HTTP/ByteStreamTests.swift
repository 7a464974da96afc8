import ApusCore
import ApusDSL
import ApusTesting
import Foundation
import Locking
import Testing

@Suite struct ByteStreamTests {
    private func stream(_ texts: [String], isReplayable: Bool = false) -> ByteStream {
        ByteStream(isReplayable: isReplayable) {
            var rest = texts[...]
            return { rest.popFirst().map { Data($0.utf8) } }
        }
    }

    @Test func `Chunks come in order, empty ones are skipped`() async throws {
        var read: [Data] = []
        for try await chunk in stream(["a", "", "bc"]) { read.append(chunk) }
        #expect(read == [Data("a".utf8), Data("bc".utf8)])
    }

    @Test func `A stream that can be replayed is read as often as one likes, another once`() async throws {
        let replayable = stream(["a", "b"], isReplayable: true)
        for _ in 0..<2 { #expect(try await replayable.collected(upTo: 9) == Data("ab".utf8)) }
        let once = stream(["a", "b"])
        _ = try await once.collected(upTo: 9)
        await #expect(throws: ByteStream.AlreadyRead.self) { try await once.collected(upTo: 9) }
    }

    @Test func `Collecting ends at the limit`() async throws {
        #expect(try await stream(["ab", "c"]).collected(upTo: 3) == Data("abc".utf8))
        let error = await #expect(throws: TransportError.self) { try await stream(["ab", "c"]).collected(upTo: 2) }
        #expect(error?.kind == .tooLarge)
    }

    @Test func `A length that nobody has memory for sets none aside`() async throws {
        let boasting = ByteStream(length: .max) { { nil } }
        #expect(try await boasting.collected(upTo: .max).isEmpty)
    }

    @Test func `Two streams that say the same are equal, whatever they give`() {
        #expect(stream(["a"]) == stream(["b"]))
        #expect(stream(["a"]) != stream(["a"], isReplayable: true))
        #expect("\(ByteStream(Data("abc".utf8)))" == "stream of 3 bytes, replayable")
    }

    @Test func `A transport that streams unasked is collected from, up to the limit`() async throws {
        let stub = StubTransport { _ in
            HTTPResponse(
                status: 200,
                body: HTTPBody(
                    ByteStream {
                        var rest = ["ab", "cd"][...]
                        return { rest.popFirst().map { Data($0.utf8) } }
                    }))
        }
        let client = Client("https://a.example", transport: stub)
        let text = Endpoint {
            GET("/")
            DecodeText()
            BodyLimit(4)
        }
        #expect(try await client.send(text) == "abcd")
        let limited = await client.call(
            Endpoint {
                GET("/")
                DecodeText()
                BodyLimit(3)
            }
        ).result
        guard case .failure(.transport(let error)) = limited else {
            Issue.record("\(limited)")
            return
        }
        #expect(error.kind == .tooLarge)
    }

    @Test func `A transport that collects gives a stream and a file all the same`() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200, body: HTTPBody("abcd")) }
        let client = Client("https://a.example", transport: stub)
        let stream = try await client.send(
            Endpoint {
                GET("/")
                DecodeStream()
            })
        #expect(try await stream.collected(upTo: 4) == Data("abcd".utf8))
        let file = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await client.send(
            Endpoint {
                GET("/")
                DecodeFile(to: file)
            })
        #expect(try Data(contentsOf: file) == Data("abcd".utf8))
    }

    @Test func `A response and the log tell of a stream by its length`() async throws {
        let lines = Mutex<[String]>([])
        let stub = StubTransport { _ in
            HTTPResponse(status: 200, body: HTTPBody(ByteStream(length: 512) { { nil } }))
        }
        let client = Client("https://a.example", transport: stub) { Log { line in lines.withLock { $0.append(line) } } }
        let endpoint = Endpoint {
            GET("/")
            DecodeStream()
        }
        let response = await client.call(endpoint).outcome().response
        #expect(response?.description == "200 OK, stream of 512 bytes")
        #expect(lines.withLock { $0.first }?.contains("-> 200 OK, stream of 512 bytes, ") == true)
    }

    @Test func `The exchange knows which bodies are wanted as streams`() async throws {
        let client = Client("https://a.example", transport: AskingTransport())
        func said(_ endpoint: Endpoint<some Sendable, EndpointError<Never>>) async -> String? {
            await client.call(endpoint).outcome().response?.fields["X-Asked"]
        }
        let stream = Endpoint {
            GET("/")
            DecodeStream()
        }
        #expect(await said(stream.map { $0 }) == "200 true, 302 false, 404 false")
        let text = Endpoint {
            GET("/")
            DecodeText()
        }
        #expect(await said(text) == "200 false, 302 false, 404 false")
    }
}

/// Answers with what the exchange says about bodies after heads.
private struct AskingTransport: Transport {
    func send(_: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        let said = [200, 302, 404].map { status in
            "\(status) \(exchange.streamsBody(after: HTTPResponse(status: HTTPStatus(status))))"
        }
        return HTTPResponse(status: 200, fields: ["X-Asked": said.joined(separator: ", ")])
    }
}
