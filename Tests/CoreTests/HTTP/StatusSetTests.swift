import ApusCore
import Foundation
import Testing

@Suite struct StatusSetTests {
    @Test(
        "A set holds what it says, and comes back from JSON as it was",
        arguments: [
            (404, [404], "404"),
            ([404, 410], [404, 410], "404, 410"),
            ([410, 404, 404], [404, 410], "410, 404, 404"),
            ([], [], ""),
            (.range(400..<403), [400, 401, 402], "400..<403"),
            (.range(400..<400), [], "400..<400"),
            (.success, Array(200..<300), "200..<300"),
            (.clientError, Array(400..<500), "400..<500"),
            (.serverError, Array(500..<600), "500..<600"),
            (.any, Array(0..<1000), "any"),
            (.unclaimed, Array(0..<1000), "any other"),
        ] as [(StatusSet, [Int], String)])
    func set(_ set: StatusSet, codes: [Int], text: String) throws {
        #expect((0..<1000).filter { set.contains(HTTPStatus($0)) } == codes)
        #expect(set.description == text)
        let data = try JSONEncoder().encode([set])
        #expect(try JSONDecoder().decode([String].self, from: data) == [text])
        #expect(try JSONDecoder().decode([StatusSet].self, from: data) == [set])
    }

    @Test(
        "What is not a set is refused",
        arguments: ["x", "404;410", "500..<400", "1..<", "..<2", "1..<x", "404, x", "1...2"])
    func refused(_ text: String) throws {
        let data = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([StatusSet].self, from: data) }
    }
}
