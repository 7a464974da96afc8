import Testing

@testable import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct ScalarTextTests {
    enum Color: String, Encodable {
        case red
        case blue = "deep blue"
    }
    enum Level: Int, Encodable {
        case low = -1
        case high = 7
    }
    struct Wrapped: Encodable {
        let date: Date
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(date)
        }
    }
    struct Pair: Encodable {
        let x = 1
        let y = 2
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let value: any Encodable & Sendable
        let expected: String?
        init(_ value: any Encodable & Sendable, _ expected: String?) {
            self.value = value
            self.expected = expected
        }
        var testDescription: String { "\(type(of: value)) \(expected ?? "nil")" }
    }

    static let rows: [Row] = [
        Row("a b", "a b"), Row("", ""), Row(true, "true"), Row(false, "false"),
        Row(0, "0"), Row(Int.min, "-9223372036854775808"), Row(Int8.min, "-128"), Row(Int16.min, "-32768"),
        Row(Int32.min, "-2147483648"), Row(Int64.max, "9223372036854775807"), Row(UInt.max, "18446744073709551615"),
        Row(UInt8.max, "255"), Row(UInt16.max, "65535"), Row(UInt32.max, "4294967295"),
        Row(UInt64.max, "18446744073709551615"),
        Row(Int128.min, "-170141183460469231731687303715884105728"),
        Row(UInt128.max, "340282366920938463463374607431768211455"),
        Row(1.0, "1.0"), Row(0.1, "0.1"), Row(-0.5, "-0.5"), Row(1e100, "1e+100"), Row(Float(0.1), "0.1"),
        Row(Date(timeIntervalSince1970: 1_796_054_400), "2026-11-30T16:00:00Z"),
        Row(Date(timeIntervalSince1970: 1_796_054_400.25), "2026-11-30T16:00:00.250Z"),
        Row(
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)), "01020304-0506-0708-090A-0B0C0D0E0FFF"
        ),
        Row(URL(string: "https://example.com/a?b=c"), "https://example.com/a?b=c"),
        Row(Decimal(string: "19.99"), "19.99"), Row(Decimal(-3), "-3"),
        Row(Data([0xFB, 0xFF, 0]), "+/8A"), Row(Data(), ""),
        Row(Color.red, "red"), Row(Color.blue, "deep blue"), Row(Level.low, "-1"), Row(Level.high, "7"),
        Row(Wrapped(date: Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00Z"),
        Row(Int?.none, nil), Row(Int?.some(3), "3"), Row(Int??.some(.some(3)), "3"), Row(Int??.some(.none), nil),
        Row(Color?.some(.red), "red"), Row(Color?.none, nil),
    ]

    @Test("A scalar has the text of its type", arguments: rows)
    func text(_ row: Row) throws {
        #expect(try ScalarText.text(of: row.value, name: "id") == row.expected)
    }

    @Test("A scalar has the same text as an element and as a member", arguments: rows)
    func nested(_ row: Row) throws {
        func parameters(_ value: some Encodable) throws -> [[Parameter]] {
            [
                try KeyValueEncoder.encode([value], name: "id", style: .repeated),
                try KeyValueEncoder.encodeSpread(["id": value]),
            ]
        }
        let expected = row.expected.map { [Parameter("id", .text($0))] } ?? []
        #expect(try parameters(row.value) == [expected, expected])
    }

    @Test(
        "What has no text is an error with the name, the value and what to do",
        arguments: [
            Row(Double.nan, "id is nan: send a finite number, or nil to leave it out"),
            Row(-Double.infinity, "id is -inf: send a finite number, or nil to leave it out"),
            Row(Float.infinity, "id is inf: send a finite number, or nil to leave it out"),
            Row(Decimal.nan, "id is nan: send a finite number, or nil to leave it out"),
            Row(Double?.some(.nan), "id is nan: send a finite number, or nil to leave it out"),
            Row(
                Date(timeIntervalSince1970: 253_402_300_800),
                "id is a date outside the years 0000 to 9999 (253402300800.0 s since 1970): "
                    + "send it as a number or a string"),
            Row([1], "id is a list: give one string, number, boolean, date, UUID, URL or data"),
            Row(Pair(), "id is an object: give one string, number, boolean, date, UUID, URL or data"),
        ])
    func errors(_ row: Row) {
        let error = #expect(throws: ParameterError.self) { try ScalarText.text(of: row.value, name: "id") }
        #expect(error?.description == row.expected)
    }
}
