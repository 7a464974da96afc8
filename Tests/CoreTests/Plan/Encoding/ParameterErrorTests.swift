import Testing

@testable import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct ParameterErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let style: ParameterStyle
        let value: any Encodable & Sendable
        let expected: String
        init(_ style: ParameterStyle, _ value: any Encodable & Sendable, _ expected: String) {
            self.style = style
            self.value = value
            self.expected = expected
        }
        var testDescription: String { expected }
    }

    @Test(
        "An error has the full name of the parameter",
        arguments: [
            Row(.deepObject, ["price": Double.nan], "filter[price] \(finite)"),
            Row(.deepObject, ["a": ["b": [1, .nan]]], "filter[a][b] \(finite)"),
            Row(.indexed, ["a": ["b": [1, .nan]]], "filter[a][b][1] \(finite)"),
            Row(.brackets, ["a": ["b": [1, .nan]]], "filter[a][b][] \(finite)"),
            Row(.repeated, [1, .nan], "filter \(finite)"),
            Row(.comma, Double.nan, "filter \(finite)"),
            Row(.indexed, ["a": Failing()], "filter[a] does not encode: out of ink"),
            Row(.indexed, Failing(), "filter does not encode: out of ink"),
            Row(.indexed, ["a": [Invalid()]], "filter[a][0] does not encode: no such thing"),
            Row(.indexed, ["a": Mixed()], "filter[a] \(twoValues)"),
            Row(.indexed, ["a": TwoSingles()], "filter[a] \(twoValues)"),
            Row(.indexed, ["a": MixedMember()], "filter[a][k] \(twoValues)"),
            Row(.indexed, ["a": [[1]: 2]], "filter[a] is a dictionary whose keys are not scalars: \(keys)"),
            Row(.indexed, Cycle(), "filter" + String(repeating: "[next]", count: 129) + " \(deep)"),
            Row(.indexed, SelfWrapping(), "filter \(deep)"),
        ])
    func named(_ row: Row) {
        let error = #expect(throws: ParameterError.self) {
            try KeyValueEncoder.encode(row.value, name: "filter", style: row.style)
        }
        #expect(error?.description == row.expected)
    }

    @Test(
        "An error of a spread value has the name of its member",
        arguments: [
            Row(.deepObject, ["price": Double.nan], "price \(finite)"),
            Row(.deepObject, ["a": ["b": Double.nan]], "a[b] \(finite)"),
            Row(.deepObject, ["a": [Point(x: 1, y: 2)]], "a is a list of objects: use style .indexed or .brackets"),
            Row(.repeated, ["a": Point(x: 1, y: 2)], "a is an object: use style .deepObject, .brackets or .indexed"),
            Row(.deepObject, 1, "the value is a scalar \(noNames)"),
            Row(.deepObject, "a", "the value is a scalar \(noNames)"),
            Row(.deepObject, [1], "the value is a list \(noNames)"),
            Row(.deepObject, [Int](), "the value is a list \(noNames)"),
            Row(.deepObject, Double.nan, "the value \(finite)"),
            Row(.deepObject, Failing(), "the value does not encode: out of ink"),
        ])
    func spread(_ row: Row) {
        let error = #expect(throws: ParameterError.self) {
            try KeyValueEncoder.encodeSpread(row.value, style: row.style)
        }
        #expect(error?.description == row.expected)
    }

    @Test("A type may catch the error of what it encodes and go on")
    func caught() throws {
        #expect(try query(KeyValueEncoder.encodeSpread(Catching())) == "a=fallback")
    }

    static let finite = "is nan: send a finite number, or nil to leave it out"
    static let twoValues = "encodes two values in one place: its encode(to:) must use one container"
    static let keys = "use keys that encode as one string or number"
    static let deep = "is nested deeper than 128 levels: does it contain itself?"
    static let noNames = "and has no member names: give it a name, or spread an object"
}

private struct OutOfInk: Error, CustomStringConvertible { let description = "out of ink" }

private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws { throw OutOfInk() }
}

private struct Invalid: Encodable {
    func encode(to encoder: any Encoder) throws {
        let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no such thing")
        throw EncodingError.invalidValue(self, context)
    }
}

private struct Mixed: Encodable {
    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(1, forKey: "k")
    }
}

private struct TwoSingles: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
    }
}

private struct MixedMember: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        _ = object.nestedUnkeyedContainer(forKey: "k")
        _ = object.nestedContainer(keyedBy: AnyKey.self, forKey: "k")
    }
}

private final class Cycle: Encodable, Sendable {
    enum CodingKeys: CodingKey { case next }
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(self, forKey: .next)
    }
}

private struct SelfWrapping: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

private struct Catching: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        do {
            try object.encode(Double.nan, forKey: "a")
        } catch {
            try object.encode("fallback", forKey: "a")
        }
    }
}
