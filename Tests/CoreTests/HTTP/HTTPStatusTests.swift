import ApusCore
import Foundation
import Testing

@Suite struct HTTPStatusTests {
    @Test(
        "A status belongs to one class at most", arguments: [99, 100, 199, 200, 299, 300, 399, 400, 499, 500, 599, 600])
    func classes(_ code: Int) {
        let status = HTTPStatus(code)
        #expect(status.isSuccess == (code / 100 == 2))
        #expect(status.isRedirection == (code / 100 == 3))
        #expect(status.isClientError == (code / 100 == 4))
        #expect(status.isServerError == (code / 100 == 5))
    }

    @Test("Only 1xx, 204, 205 and 304 never have content")
    func content() {
        let without = (0..<1000).filter { HTTPStatus($0).neverHasContent }
        #expect(without == Array(100..<200) + [204, 205, 304])
    }

    @Test(
        "A status prints its code, and its phrase where one is registered",
        arguments: [
            (200, "200 OK"), (404, "404 Not Found"), (299, "299"), (0, "0"), (-1, "-1"), (1000, "1000"),
            (422, "422 Unprocessable Content"),
        ])
    func description(_ code: Int, expected: String) {
        #expect("\(HTTPStatus(code))" == expected)
    }

    @Test("A status is coded as its number")
    func codable() throws {
        let data = try JSONEncoder().encode([HTTPStatus(204), 404])
        #expect(String(decoding: data, as: UTF8.self) == "[204,404]")
        #expect(try JSONDecoder().decode([HTTPStatus].self, from: data) == [204, 404])
    }
}
