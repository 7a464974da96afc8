import Apus
import LoopbackServer
import Testing

@Suite struct FailureTests {
    private let server: LoopbackServer
    private let client: Client

    init() throws {
        server = try LoopbackServer()
        client = Client(server.url)
    }

    private func call(
        _ answer: Answer, timeout: Duration = .seconds(60)
    ) async -> CallOutcome<Corporation, EndpointError<TwitterError>> {
        server.on("/company.json") { _ in answer }
        return await client.call(
            Endpoint {
                GET("/company.json")
                Timeout(timeout)
                Decode(Corporation.self)
                OnError(TwitterError.self)
            }
        ).outcome()
    }

    static let late: [Answer] = [
        .script([.hang]),
        .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .hang]),
        .json("{}").delayed(60),
    ]

    @Test("A server that takes its time is given up at the deadline, and sees the end", arguments: 0..<3)
    func deadline(index: Int) async throws {
        let start = ContinuousClock.now
        let outcome = await call(Self.late[index], timeout: .milliseconds(250))
        let error = try #require(outcome.result.transportError())
        #expect(error.kind == .timeout)
        #expect(error.detail == "the call was not done within 0.25 s")
        #expect(!outcome.isCancelled)
        #expect(ContinuousClock.now - start < .seconds(50))
        try await server.waitForOpenConnections(0)
    }

    @Test("A server that is down is a refused connection, safe to retry")
    func down() async throws {
        let outcome = await Client(LoopbackServer.downURL).call(
            Endpoint {
                GET("/company.json")
                Decode(Corporation.self)
                OnError(TwitterError.self)
            }
        ).outcome()
        let error = try #require(outcome.result.transportError())
        #expect(error.kind == .connectionRefused)
        #expect(error.isSafeToRetry)
        #expect(error.description.hasPrefix("connection refused: "))
        #expect(error.detail.contains("127.0.0.1"))
        #expect(outcome.attempts.count == 1)
    }

    @Test("A host without an address is a failed lookup, safe to retry")
    func noAddress() async throws {
        let result = await client.call(
            Endpoint {
                BaseURL("http://apus.invalid")
                GET("/")
                Timeout(.seconds(60))
                DecodeText()
            }
        ).result
        let error = try #require(result.transportError())
        #expect(error.kind == .nameLookup)
        #expect(error.isSafeToRetry)
    }

    static let breaches: [(String, [Step])] = [
        ("closes without a word", [.close]),
        ("resets without a word", [.reset]),
        ("is no HTTP", [.send("SSH-2.0-OpenSSH_9.2p1\r\n"), .close]),
        ("cuts the body", [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close]),
        (
            "resets in the body",
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .pause(seconds: 0.05), .reset]
        ),
        ("cuts the chunks", [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf"), .close]),
        (
            "breaks the chunks",
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n"), .close]
        ),
        (
            "breaks the coding",
            [.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"), .close]
        ),
    ]

    @Test("A server that breaks the protocol is a lost connection, not safe to retry", arguments: 0..<8)
    func broken(index: Int) async throws {
        let (name, steps) = Self.breaches[index]
        let error = try #require(await call(.script(steps)).result.transportError(), "\(name)")
        #expect(error.kind == .connectionLost, "\(name): \(error)")
        #expect(!error.isSafeToRetry, "\(name)")
        // The next call is not affected.
        #expect(await call(.json("{}")).response?.status == 200)
    }

    @Test("Garbage in the body is .decoding with all its bytes")
    func garbage() async throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x00, 0x1B, 0x5B, 0x32, 0x4A] + Array("{\"name\":".utf8)
        let outcome = await call(.bytes(bytes, type: "application/json"))
        guard case .failure(.decoding(let failure)) = outcome.result else {
            Issue.record("not .decoding: \(outcome.result)")
            return
        }
        #expect(failure.kind == .malformed)
        #expect(Array(failure.response.data) == bytes)
        #expect(!failure.description.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("Plain text from a rate limiter is unexpected with all its bytes")
    func rateLimit() async throws {
        let outcome = await call(.text("Rate limit exceeded", status: 429, fields: [("Retry-After", "7")]))
        let (response, reason) = try #require(outcome.result.unexpected())
        #expect(response.text == "Rate limit exceeded")
        #expect(response.fields[.retryAfter] == "7")
        #expect(reason.hasPrefix("the error body is not TwitterError: "))
    }

    @Test("A declared error is decoded, whatever its status", arguments: [400, 404, 418, 500, 503, 599])
    func declared(status: Int) async throws {
        let outcome = await call(.json(#"{"errors":[{"code":144,"message":"No status"}]}"#, status: status))
        guard case .failure(.response(let error, let response)) = outcome.result else {
            Issue.record("not .response: \(outcome.result)")
            return
        }
        #expect(error.errors == [TwitterError.Item(code: 144, message: "No status")])
        #expect(response.status == HTTPStatus(status))
    }

    @Test("A wrong declaration is refused before a connection is made")
    func invalid() async {
        let result = await client.call(
            Endpoint {
                GET("/users/\("id", "..")/{x}")
                Header("X-A", "a\r\nb")
                Timeout(.zero)
                DecodeText()
            }
        ).result
        guard case .failure(.invalid(let error)) = result else {
            Issue.record("not .invalid: \(result)")
            return
        }
        #expect(error.problems.map(\.part) == [.pathValue, .pathValue, .field, .limit])
        #expect(server.acceptedConnections == 0)
    }
}
