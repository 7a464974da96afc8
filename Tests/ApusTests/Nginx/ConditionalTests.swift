import Apus
import Testing

@Suite(.needsNginx) struct ConditionalTests {
    private func company(ifNoneMatch tag: String?) -> Endpoint<Corporation?, EndpointError<Never>> {
        Endpoint {
            GET("/company.json")
            Header(.ifNoneMatch, tag)
            Decode(Corporation?.self)
        }
    }

    @Test("A document that has not changed is a 304, and an optional value is nil")
    func notModified() async throws {
        let first = try await nginx.call(company(ifNoneMatch: nil)).reply
        #expect(first.value == .example)
        let tag = try #require(first.response.fields[.etag])
        let second = try await nginx.call(company(ifNoneMatch: tag)).reply
        #expect(second.value == nil)
        #expect(second.response.status == 304)
        #expect(second.response.fields[.etag] == tag)
    }

    @Test("A document that has changed comes whole")
    func modified() async throws {
        let reply = try await nginx.call(company(ifNoneMatch: "\"another\"")).reply
        #expect(reply.response.status == 200)
        #expect(reply.value == .example)
    }

    @Test("A 304 where the value is not optional is unexpected")
    func notOptional() async throws {
        let tag = try #require(try await nginx.call(company(ifNoneMatch: nil)).reply.response.fields[.etag])
        let result = await nginx.call(
            Endpoint {
                GET("/company.json")
                Header(.ifNoneMatch, tag)
                Decode(Corporation.self)
            }
        ).result
        guard case .failure(.unexpected(let response, _)) = result else {
            Issue.record("not .unexpected: \(result)")
            return
        }
        #expect(response.status == 304)
    }

    static let parts = [("bytes=0-3", "Apus"), ("bytes=-7", "swift.\n"), ("bytes=9-", ", the common swift.\n")]

    @Test("A range is a 206 with that part", arguments: parts)
    func range(part: (range: String, text: String)) async throws {
        let reply = try await nginx.call(
            Endpoint {
                GET("/text.txt")
                Header(.range, part.range)
                DecodeText()
            }
        ).reply
        #expect(reply.response.status == 206)
        #expect(reply.value == part.text)
        #expect(reply.response.fields["Content-Range"]?.hasSuffix("/29") == true)
    }

    @Test("A range beyond the end is a 416")
    func beyond() async throws {
        let response = try await nginx.send(
            Endpoint {
                GET("/text.txt")
                Header(.range, "bytes=100-200")
                DecodeResponse()
            })
        #expect(response.status == 416)
        #expect(response.fields["Content-Range"] == "bytes */29")
    }
}
