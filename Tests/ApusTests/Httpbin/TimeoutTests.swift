import Apus
import Testing

@Suite(.needsHttpbin) struct TimeoutTests {
    @Test(
        "A timeout ends the call long before the server answers",
        arguments: ["/delay/10", "/drip?duration=100&numbytes=200"])
    func timesOut(path: String) async {
        let start = ContinuousClock.now
        let result = await httpbin.call(
            Endpoint {
                GET(PathTemplate(path))
                Timeout(.milliseconds(300))
                DecodeData()
            }
        ).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("not .transport: \(result)")
            return
        }
        #expect(error.kind == .timeout)
        #expect(!error.isSafeToRetry)
        #expect(error.description == "timed out: the call was not done within 0.3 s")
        // Far more than it takes, for a machine with much else to do, and less than the body would.
        #expect(ContinuousClock.now - start < .seconds(50))
    }

    @Test("A timeout longer than the delay changes nothing")
    func completes() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/delay/1")
                Timeout(.seconds(60))
                Decode(Echo.self)
            }
        ).reply
        #expect(reply.value.url.hasSuffix("/delay/1"))
        #expect((reply.timings.total ?? .zero) >= .seconds(1))
        #expect((reply.timings.firstByte ?? .zero) >= .seconds(1))
    }

    @Test("The timeout spans all redirects")
    func spansRedirects() async {
        let result = await httpbin.call(
            Endpoint {
                GET("/redirect-to")
                Query("url", "/delay/10")
                Timeout(.milliseconds(500))
                Decode(Echo.self)
            }
        ).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("not .transport: \(result)")
            return
        }
        #expect(error.kind == .timeout)
    }
}
