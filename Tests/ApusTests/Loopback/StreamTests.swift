import Apus
import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(2))) struct StreamTests {
    private struct Problem: Decodable, Sendable { let code: Int }

    private let server: LoopbackServer
    private let client: Client
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    init() throws {
        server = try LoopbackServer()
        client = OwnConnections.client(server.url)
        server.on("/bytes") { _ in .bytes(Self.bytes) }
        server.on("/echo") { .bytes($0.body, fields: [("X-Type", $0.field("Content-Type") ?? "")]) }
        server.on("/problem") { _ in .json(#"{"code":88}"#, status: 429) }
    }

    private static func chunks(of size: Int) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for start in stride(from: 0, to: bytes.count, by: size) {
                continuation.yield(Data(bytes[start..<min(start + size, bytes.count)]))
            }
            continuation.finish()
        }
    }

    private func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
    }

    @Test func `A body is read as a stream`() async throws {
        let stream = try await client.send(
            Endpoint {
                GET("/bytes")
                DecodeStream()
            })
        #expect(stream.length == Int64(Self.bytes.count))
        var read = Data()
        for try await chunk in stream { read.append(chunk) }
        #expect(read == Data(Self.bytes))
    }

    @Test func `A stream is read once`() async throws {
        let stream = try await client.send(
            Endpoint {
                GET("/bytes")
                DecodeStream()
            })
        _ = try await stream.collected(upTo: .max)
        if !stream.isReplayable {
            await #expect(throws: ByteStream.AlreadyRead.self) { try await stream.collected(upTo: .max) }
        }
    }

    @Test func `What is declared as an error is decoded, though the success is a stream`() async throws {
        let result = await client.call(
            Endpoint {
                GET("/problem")
                DecodeStream()
                OnError(Problem.self)
            }
        ).result
        guard case .failure(.response(let problem, let response)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(problem.code == 88)
        #expect(response.text == #"{"code":88}"#)
    }

    @Test func `A body is written to a file, which is there when it is complete`() async throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let reply = try await client.call(
            Endpoint {
                GET("/bytes")
                DecodeFile(to: file)
                Timeout(.seconds(60))
            }
        ).reply
        #expect(reply.value == file)
        #expect(reply.response.body == HTTPBody(file: file.path))
        #expect(try Data(contentsOf: file) == Data(Self.bytes))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `A body that breaks off leaves what stood in the file, and nothing beside it`() async throws {
        server.on("/half") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close]) }
        let folder = temporaryFile()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "film.mp4")
        try Data("old".utf8).write(to: file)
        let result = await client.call(
            Endpoint {
                GET("/half")
                DecodeFile(to: file)
            }
        ).result
        #expect(result.transportError()?.kind == .connectionLost)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.mp4"])
    }

    @Test(arguments: ["/nowhere/at/all", "/", "https://a.example/film.mp4"])
    func `A file that can't be written is said by name`(place: String) async throws {
        let url = place.hasPrefix("/") ? URL(filePath: place) : try #require(URL(string: place))
        let result = await client.call(
            Endpoint {
                GET("/bytes")
                DecodeFile(to: url)
            }
        ).result
        let error = try #require(result.transportError())
        #expect(error.description.contains("\(place) can't be written: "))
        #expect(!error.isSafeToRetry)
    }

    @Test(arguments: [nil, Int64(300_000)])
    func `A stream is sent`(length: Int64?) async throws {
        let reply = try await client.call(
            Endpoint {
                PUT("/echo")
                Body(stream: ByteStream(Self.chunks(of: 7_000), length: length), type: "image/png")
                DecodeData()
            }
        ).reply
        #expect(reply.value == Data(Self.bytes))
        #expect(reply.response.fields["X-Type"] == "image/png")
    }

    @Test(arguments: [Int64(299_999), 300_001])
    func `A stream that is not as long as it said is not sent as if it were`(length: Int64) async throws {
        let result = await client.call(
            Endpoint {
                POST("/echo")
                Body(stream: ByteStream(Self.chunks(of: 7_000), length: length))
            }
        ).result
        #expect(result.transportError()?.kind == .unreadableBody)
        #expect(server.received.isEmpty)
    }

    private struct Broken: Error {}

    @Test func `A stream that fails is an unreadable body, with its error`() async throws {
        let broken = ByteStream {
            var count = 0
            return {
                count += 1
                if count > 3 { throw Broken() }
                return Data(count: 100)
            }
        }
        let result = await client.call(
            Endpoint {
                POST("/echo")
                Body(stream: broken)
            }
        ).result
        let error = try #require(result.transportError())
        #expect(error.kind == .unreadableBody)
        #expect(error.underlying is Broken)
        #expect(server.received.isEmpty)
    }

    @Test func `A redirect sends a stream again only if it can be replayed`() async throws {
        server.on("/moved") { _ in .redirect(308, to: "/echo") }
        func result(_ stream: ByteStream) async -> Result<Data, EndpointError<Never>> {
            await client.call(
                Endpoint {
                    PUT("/moved")
                    Body(stream: stream)
                    DecodeData()
                }
            ).result
        }
        let refused = await result(ByteStream(Self.chunks(of: 7_000))).unexpected()
        #expect(refused?.reason == "the body is a stream that can't be replayed")
        let followed = await result(ByteStream(Data("again".utf8)))
        #expect(try followed.get() == Data("again".utf8))
    }

    @Test func `A second call with a stream that was sent fails, and sends nothing`() async throws {
        let endpoint = Endpoint {
            PUT("/echo")
            Body(stream: ByteStream(Self.chunks(of: 7_000)))
            DecodeData()
        }
        _ = try await client.send(endpoint)
        let result = await client.call(endpoint).result
        #expect(result.transportError()?.underlying is ByteStream.AlreadyRead)
        #expect(server.received.count == 1)
    }
}
