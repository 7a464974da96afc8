import Apus
import Testing

@Suite(.needsHttpbin) struct HttpbinRedirectTests {
    @Test("Up to twenty redirects are followed", arguments: 1...20)
    func chain(count: Int) async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/redirect/\(count)")
                Decode(Echo.self)
            }
        ).reply
        #expect(reply.response.url?.path == "/get")
        #expect(reply.attempts.count == count + 1)
        #expect(reply.attempts.allSatisfy { $0.number == 1 })
    }

    @Test("The twenty-first redirect ends the call with its response")
    func tooMany() async {
        let result = await httpbin.call(
            Endpoint {
                GET("/redirect/21")
                Decode(Echo.self)
            }
        ).result
        guard case .failure(.unexpected(let response, let reason)) = result else {
            Issue.record("not unexpected: \(result)")
            return
        }
        #expect(response.status == 302)
        #expect(reason == "more than 20 redirects")
    }

    @Test("An endpoint may follow more, fewer or none")
    func limits() async throws {
        let more = try await httpbin.call(
            Endpoint {
                GET("/redirect/30")
                Use(FollowRedirects(limit: 30))
                Decode(Echo.self)
            }
        ).reply
        #expect(more.attempts.count == 31)
        let none = try await httpbin.send(
            Endpoint {
                GET("/redirect/1")
                Use(FollowRedirects(limit: 0))
                DecodeResponse()
            })
        #expect(none.status == 302)
        #expect(none.fields[.location]?.hasSuffix("/get") == true)
        let fewer = await httpbin.call(
            Endpoint {
                GET("/redirect/3")
                Use(FollowRedirects(limit: 2))
                Decode(Echo.self)
            }
        ).result
        guard case .failure(.unexpected(let response, "more than 2 redirects")) = fewer else {
            Issue.record("not refused: \(fewer)")
            return
        }
        #expect(response.status == 302)
    }

    @Test("Relative and absolute locations are followed", arguments: ["/relative-redirect/3", "/absolute-redirect/3"])
    func locations(path: String) async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET(PathTemplate(path))
                Decode(Echo.self)
            }
        ).reply
        #expect(reply.response.url?.path == "/get")
        #expect(reply.attempts.count == 4)
    }

    private func redirected(_ token: String, _ status: Int) async throws -> (echo: Echo, attempts: [Attempt]) {
        let reply = try await httpbin.call(
            Endpoint {
                Method(token, "/redirect-to")
                Query("url", "/anything?a=1%202")
                Query("status_code", status)
                Header("X-Trace", "kept")
                Body(json: ["bird": "鳥"])
                Decode(Echo.self)
            }
        ).reply
        #expect(reply.value.headers["X-Trace"] == "kept")
        #expect(reply.value.args == ["a": ["1 2"]])
        return (reply.value, reply.attempts)
    }

    @Test("After 301, 302 and 303 a POST is read with GET, without its body", arguments: [301, 302, 303])
    func postBecomesGet(status: Int) async throws {
        let (echo, attempts) = try await redirected("POST", status)
        #expect(echo.method == "GET")
        #expect(echo.data?.isEmpty == true)
        #expect(echo.headers["Content-Type"] == nil)
        #expect(attempts.map(\.method) == [.post, .get])
    }

    @Test("After 307 and 308 a POST is sent again with its body", arguments: [307, 308])
    func postStaysPost(status: Int) async throws {
        let (echo, attempts) = try await redirected("POST", status)
        #expect(echo.method == "POST")
        #expect(echo.data == #"{"bird":"鳥"}"#)
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(attempts.map(\.method) == [.post, .post])
    }

    @Test("A PUT stays a PUT after 301, 302, 307 and 308", arguments: [301, 302, 307, 308])
    func putStaysPut(status: Int) async throws {
        let (echo, _) = try await redirected("PUT", status)
        #expect(echo.method == "PUT")
        #expect(echo.data == #"{"bird":"鳥"}"#)
    }

    @Test("After 303 every method but HEAD becomes GET", arguments: ["PUT", "PATCH"])
    func seeOther(token: String) async throws {
        #expect(try await redirected(token, 303).echo.method == "GET")
    }

    @Test("A HEAD stays a HEAD after 303")
    func headStaysHead() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                HEAD("/redirect-to")
                Query("url", "/get")
                Query("status_code", 303)
                DecodeResponse()
            }
        ).reply
        #expect(reply.response.status == 200)
        #expect(reply.attempts.map(\.method) == [.head, .head])
    }
}
