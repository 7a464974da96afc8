import Apus
import Testing

@Suite(.needsHttpbin) struct CompressionTests {
    @Test(
        "A compressed body is decoded", arguments: [("gzip", "gzipped"), ("deflate", "deflated"), ("brotli", "brotli")])
    func decoded(coding: (path: String, member: String)) async throws {
        let isCoded = try await httpbin.send(
            Endpoint {
                GET("/\("coding", coding.path)")
                Decode(Bool.self, at: coding.member)
            })
        #expect(isCoded)
    }

    @Test("gzip and deflate are asked for without being declared")
    func accepted() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/get")
                Decode(Echo.self)
            })
        let codings = echo.headers["Accept-Encoding"] ?? ""
        #expect(codings.contains("gzip"))
        #expect(codings.contains("deflate"))
    }

    @Test("The body limit counts decoded bytes")
    func limit() async {
        // The decoded document is longer than this, with as little as it holds.
        let result = await httpbin.call(
            Endpoint {
                GET("/gzip")
                BodyLimit(64)
                DecodeData()
            }
        ).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("not .transport: \(result)")
            return
        }
        #expect(error.kind == .tooLarge)
    }
}
