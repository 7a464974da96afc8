import Apus
import Testing

@Suite(.needsHttpbin) struct MethodTests {
    @Test("GET arrives as GET, with its query and without a body")
    func get() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/anything/\("name", "a b/c")")
                Query("page", 2)
                Decode(Echo.self)
            })
        #expect(echo.method == "GET")
        #expect(echo.args == ["page": ["2"]])
        #expect(echo.data?.isEmpty == true)
        #expect(echo.headers["Content-Length"] == nil)
        #expect(echo.headers["Content-Type"] == nil)
    }

    @Test("POST, PUT, PATCH and DELETE arrive with their body", arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func methodsWithBody(token: String) async throws {
        let echo = try await httpbin.send(endpoint(token))
        #expect(echo.method == token)
        #expect(echo.data == "swift 日本")
        #expect(echo.headers["Content-Length"] == "12")
        #expect(echo.headers["Content-Type"] == "text/plain; charset=utf-8")
    }

    private func endpoint(_ token: String) -> Endpoint<Echo, EndpointError<Never>> {
        let parts = EndpointGroup { Name("echo") }
        let text = Body(text: "swift 日本")
        return switch token {
        case "POST":
            parts {
                POST("/anything"); text
                Decode(Echo.self)
            }
        case "PUT":
            parts {
                PUT("/anything"); text
                Decode(Echo.self)
            }
        case "PATCH":
            parts {
                PATCH("/anything"); text
                Decode(Echo.self)
            }
        default:
            parts {
                DELETE("/anything"); text
                Decode(Echo.self)
            }
        }
    }

    @Test("A POST without a body says that it has none")
    func emptyPost() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                POST("/anything")
                Decode(Echo.self)
            })
        #expect(echo.method == "POST")
        #expect(echo.headers["Content-Length"] == "0")
        #expect(echo.headers["Content-Type"] == nil)
    }

    @Test("A DELETE without a body is sent without one")
    func emptyDelete() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                DELETE("/anything")
                Decode(Echo.self)
            })
        #expect(echo.method == "DELETE")
        #expect(echo.data?.isEmpty == true)
        #expect(echo.headers["Content-Type"] == nil)
    }

    @Test("HEAD gives the fields of GET and no content")
    func head() async throws {
        let reply = try await httpbin.call(Endpoint { HEAD("/encoding/utf8") }).reply
        #expect(reply.response.data.isEmpty)
        #expect(reply.response.mediaType?.essence == "text/html")
        #expect((reply.response.fields[.contentLength].flatMap { Int($0) } ?? 0) > 1000)
    }

    @Test("OPTIONS tells which methods the resource allows")
    func options() async throws {
        let response = try await httpbin.send(Endpoint { OPTIONS("/get") })
        let allowed = Set((response.fields["Allow"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } })
        #expect(allowed == ["GET", "HEAD", "OPTIONS"])
    }

    @Test("A method that the resource does not allow is a 405 with the allowed ones")
    func notAllowed() async {
        let result = await httpbin.call(
            Endpoint {
                DELETE("/get")
                Decode(Echo.self)
            }
        ).result
        guard case .failure(.unexpected(let response, _)) = result else {
            Issue.record("not unexpected: \(result)")
            return
        }
        #expect(response.status == 405)
        #expect(response.fields["Allow"]?.contains("GET") == true)
    }

    @Test("Any other token arrives as it was written")
    func otherToken() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                Method("TRACE", "/anything")
                Decode(Echo.self)
            })
        #expect(echo.method == "TRACE")
    }
}
