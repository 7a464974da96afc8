import Apus
import Foundation
import Testing

/// Every style, with every odd text, compared value by value with what the server decoded.
@Suite(.needsHttpbin) struct ParameterEchoTests {
    /// What a server makes of a list under a name, in each style.
    private func expected(_ name: String, _ list: [String], _ style: ParameterStyle) -> [String: Echo.Values] {
        switch style {
        case .repeated, .deepObject: [name: Echo.Values(list)]
        case .comma: [name: [list.joined(separator: ",")]]
        case .space: [name: [list.joined(separator: " ")]]
        case .pipe: [name: [list.joined(separator: "|")]]
        case .brackets: ["\(name)[]": Echo.Values(list)]
        case .indexed:
            Dictionary(uniqueKeysWithValues: list.enumerated().map { ("\(name)[\($0.offset)]", [$0.element]) })
        }
    }

    @Test("A list in the query arrives value by value", arguments: ParameterStyle.allCases)
    func queryList(style: ParameterStyle) async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/get")
                Query("v", OddText.all, style: style)
                Decode(Echo.self)
            })
        #expect(echo.args == expected("v", OddText.all, style))
    }

    @Test("A list in a form arrives value by value", arguments: ParameterStyle.allCases)
    func formList(style: ParameterStyle) async throws {
        let echo = try await httpbin.send(
            Endpoint {
                POST("/post")
                Body(form: ["v": OddText.all], style: style)
                Decode(Echo.self)
            })
        #expect(echo.form == expected("v", OddText.all, style))
        #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test("A name and a value in the query arrive as they are", arguments: OddText.all)
    func queryScalar(text: String) async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/get")
                Query(text, text)
                Query("after", 1)
                Decode(Echo.self)
            })
        #expect(echo.args == [text: [text], "after": ["1"]])
    }

    @Test("A name and a value in a form arrive as they are", arguments: OddText.all)
    func formScalar(text: String) async throws {
        let echo = try await httpbin.send(
            Endpoint {
                POST("/post")
                Body(form: [text: text, "z": "1"])
                Decode(Echo.self)
            })
        #expect(echo.form == [text: [text], "z": ["1"]])
    }

    private struct Filter: Encodable, Sendable {
        struct Point: Encodable, Sendable {
            let x: Int
            let y: Int?
        }

        let name = OddText.all[2]
        let point = Point(x: 1, y: nil)
        let tags = ["a&b", "日本"]
    }

    @Test(
        "An object in the query arrives member by member", arguments: [ParameterStyle.deepObject, .brackets, .indexed])
    func queryObject(style: ParameterStyle) async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/get")
                Query("filter", Filter(), style: style)
                Decode(Echo.self)
            })
        let members: [String: Echo.Values] = ["filter[name]": [OddText.all[2]], "filter[point][x]": ["1"]]
        #expect(echo.args == members.merging(expected("filter[tags]", ["a&b", "日本"], style)) { $1 })
    }

    @Test("A flag, nil and an empty text arrive as what they are")
    func flagNilAndEmpty() async throws {
        let echo = try await httpbin.send(
            Endpoint {
                GET("/get")
                Query(flag: "verbose")
                Query("absent", String?.none)
                Query("empty", "")
                Decode(Echo.self)
            })
        #expect(echo.args == ["verbose": [""], "empty": [""]])
        #expect(echo.url.hasSuffix("/get?verbose&empty="))
    }

    @Test("A path value is one segment, whatever it holds", arguments: OddText.all)
    func pathValue(text: String) async throws {
        let response = try await httpbin.send(
            Endpoint {
                GET("/anything/\("text", text)/end")
                DecodeResponse()
            })
        let path = response.url?.path ?? ""
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        #expect(segments.count == 4)
        #expect(segments.count == 4 && String(segments[2]).removingPercentEncoding == text)
        // Flask has no route for a path with a line end in it.
        guard response.status == 200 else { return #expect(text.contains("\n")) }
        let echo = try DefaultJSON.decoder.decode(Echo.self, from: response.data)
        #expect(echo.url.hasSuffix("/end"))
        #expect(echo.args.isEmpty)
    }
}
