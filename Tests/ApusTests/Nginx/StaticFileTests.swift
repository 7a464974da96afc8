import Apus
import Foundation
import Testing

/// A client of nginx; without a base URL where there is none, for tests that are skipped then.
let nginx = Client(RealServers.nginx)

@Suite(.needsNginx) struct StaticFileTests {
    @Test("A text file comes byte for byte, as what it is")
    func text() async throws {
        let reply = try await nginx.call(
            Endpoint {
                GET("/text.txt")
                DecodeText()
            }
        ).reply
        #expect(reply.value == "Apus apus, the common swift.\n")
        #expect(reply.response.mediaType?.essence == "text/plain")
        #expect(reply.response.fields["Last-Modified"] == "Sun, 09 Sep 2001 01:46:40 GMT")
        #expect(reply.response.fields["Accept-Ranges"] == "bytes")
    }

    @Test("A JSON file is decoded as the declared value")
    func json() async throws {
        let company = try await nginx.send(
            Endpoint {
                GET("/company.json")
                Decode(Corporation.self)
            })
        #expect(company == .example)
        let tel = try await nginx.send(
            Endpoint {
                GET("/company.json")
                Decode(String.self, at: "tel")
            })
        #expect(tel == "03-3733-6143")
    }

    @Test("HEAD tells the size of a file that it does not send")
    func head() async throws {
        let response = try await nginx.send(Endpoint { HEAD("/huge.bin") })
        #expect(response.fields[.contentLength] == "83886080")
        #expect(response.data.isEmpty)
    }

    @Test("A file that is not there is unexpected, and the page is kept")
    func missing() async {
        let result = await nginx.call(
            Endpoint {
                GET("/nowhere.json")
                Decode(Corporation.self)
                OnError(TwitterError.self)
            }
        ).result
        guard case .failure(.unexpected(let response, let reason)) = result else {
            Issue.record("not .unexpected: \(result)")
            return
        }
        #expect(response.status == 404)
        #expect(response.text.contains("<center><h1>404 Not Found</h1></center>"))
        #expect(
            reason
                == "the error body is not TwitterError: the body is an HTML page; a proxy or a login may have answered")
    }

    @Test("A proxy's own 502 page is unexpected, and the page is kept")
    func proxyError() async {
        let result = await nginx.call(
            Endpoint {
                GET("/proxy-error")
                Decode(Corporation.self)
                OnError(TwitterError.self)
            }
        ).result
        guard case .failure(.unexpected(let response, _)) = result else {
            Issue.record("not .unexpected: \(result)")
            return
        }
        #expect(response.status == 502)
        #expect(response.mediaType?.essence == "text/html")
        #expect(response.text.contains("502 Bad Gateway"))
    }

    @Test("An HTML page with status 200 where JSON was declared is .decoding, and the message says HTML")
    func portal() async {
        let result = await nginx.call(
            Endpoint {
                GET("/html-200")
                Decode(Corporation.self)
            }
        ).result
        guard case .failure(.decoding(let failure)) = result else {
            Issue.record("not .decoding: \(result)")
            return
        }
        #expect(failure.kind == .malformed)
        #expect(failure.expected == "Corporation")
        #expect(failure.reason == "the body is an HTML page; a proxy or a login may have answered")
        #expect(failure.description.contains("HTML page"))
        #expect(failure.description.contains("Please sign in"))
        #expect(failure.response.text.hasSuffix("</html>\n"))
    }
}
