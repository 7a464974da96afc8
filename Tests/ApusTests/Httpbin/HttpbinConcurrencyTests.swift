import Apus
import Testing

@Suite(.needsHttpbin) struct HttpbinConcurrencyTests {
    @Test("Sixteen calls at once each get their own answer")
    func sixteen() async throws {
        let answers = try await withThrowingTaskGroup(of: (Int, Echo).self) { group in
            for number in 0..<16 {
                group.addTask {
                    let echo = try await httpbin.send(
                        Endpoint {
                            POST("/anything/\(number)")
                            Query("n", number)
                            Body(json: [number])
                            Decode(Echo.self)
                        })
                    return (number, echo)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 16)
        for (number, echo) in answers {
            #expect(echo.args == ["n": [String(number)]])
            #expect(echo.data == "[\(number)]")
            #expect(echo.url.hasSuffix("/anything/\(number)?n=\(number)"))
        }
    }

    @Test("One call runs as often as it is awaited")
    func cold() async throws {
        let call = httpbin.call(
            Endpoint {
                GET("/uuid")
                Decode(String.self, at: "uuid")
            })
        let first = try await call.value
        #expect(try await call.value != first)
    }
}
