import ApusCore
import ApusDSL
import Foundation
import Testing

@Suite struct KeyPathTests {
    private static let document = #"""
        {"data":{"items":[null,{"name":"A"},{"name":"B"}],"0":"zero","first_name":"F","none":null,"n":{"at":"2020-01-02T03:04:05Z"}}}
        """#

    private static func result<Value: Decodable & Sendable>(
        _ type: Value.Type, _ path: String, _ decoder: any BodyDecoder = DefaultJSON.decoder, in text: String = document
    ) async -> Result<Value, EndpointError<Never>> {
        let endpoint = Endpoint {
            GET("/x"); Decode(type, at: path, using: decoder)
        }
        return await Answers.result(of: endpoint, Answers.response(200, text))
    }

    @Test(
        "A path goes through members and elements",
        arguments: [
            ("data.items.1.name", "A"), ("data.items.2.name", "B"), ("data.0", "zero"), ("data.first_name", "F"),
        ])
    func found(_ path: String, expected: String) async throws {
        #expect(try await Self.result(String.self, path).get() == expected)
    }

    @Test("A path may end at an object, a list, an element, a date or the document")
    func ends() async throws {
        #expect(try await Self.result([String: String?].self, "data.items.1").get() == ["name": "A"])
        #expect(try await Self.result([[String: String]?].self, "data.items").get().count == 3)
        #expect(try await Self.result(Date.self, "data.n.at").get().timeIntervalSince1970 == 1_577_934_245)
        #expect(try await Self.result([String: [Int]].self, "", in: #"{"a":[1]}"#).get() == ["a": [1]])
        #expect(try await Self.result(Int.self, "1", in: "[1,2]").get() == 2)
        #expect(try await Self.result(Int.self, "1.0", in: "[[1],[2]]").get() == 2)
        #expect(try await Self.result(String?.self, "data.none").get() == nil)
        #expect(try await Self.result(String?.self, "data.items.0").get() == nil)
    }

    @Test(
        "A path that leads nowhere says where it ends",
        arguments: [
            ("nix", "", "no member 'nix'"), ("nix.items", "", "no member 'nix'"),
            ("data.nix", "data", "no member 'nix'"),
            ("data.nix.0.name", "data", "no member 'nix'"), ("data.items.1.nix", "data.items[1]", "no member 'nix'"),
            ("data.items.1.nix.x", "data.items[1]", "no member 'nix'"), ("data.items.3", "data.items", "no member '3'"),
            ("data.items.3.name", "data.items", "no member '3'"), ("data.items.-1", "data.items", "found an array"),
            ("data.items.name", "data.items", "found an array"), ("data.none.x", "data.none", "null where "),
            ("data.first_name.x", "data.first_name", "found a string"),
        ])
    func missing(_ path: String, place: String, reason: String) async {
        guard case .failure(.decoding(let failure)) = await Self.result(String.self, path) else {
            Issue.record("it was found")
            return
        }
        #expect(failure.codingPath == place)
        #expect(failure.reason.contains(reason))
    }

    @Test("What is wrong below the path has the whole coding path")
    func wrongType() async {
        guard case .failure(.decoding(let failure)) = await Self.result([Person?].self, "data.items") else {
            Issue.record("it was decoded")
            return
        }
        #expect(failure.codingPath == "data.items[1]")
        #expect(failure.reason == "no member 'addresses'")
        #expect(failure.expected == "Array<Optional<Person>>" || failure.expected.contains("Person"))
    }

    @Test("With a decoder that converts from snake case, the path has the converted names, as coding keys do")
    func snakeCase() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try await Self.result(String.self, "data.firstName", decoder).get() == "F")
        #expect(try await Self.result(String.self, "data.items.1.name", decoder).get() == "A")
        let deep = #"{"user_data":{"first_items":[{"last_name":"L"}]}}"#
        #expect(try await Self.result(String.self, "userData.firstItems.0.lastName", decoder, in: deep).get() == "L")
    }
}
