#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// One type for each way in which a value can encode itself.

struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

struct Point: Encodable {
    let x: Int
    let y: Int
}

struct Declared: Encodable {
    let zeta = 1
    let alpha = "a"
    let flag = true
    let day = Date(timeIntervalSince1970: 0)
}

struct Optionals: Encodable {
    let a: Int?
    let b: Int?
    let c: String?
    let d: [Int?]
}

struct ExplicitNil: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encodeNil(forKey: "a")
        try object.encode(1, forKey: "b")
        try object.encode(Int?.none, forKey: "c")
    }
}

struct Scalars: Encodable {
    let dates = [Date(timeIntervalSince1970: 0.5)]
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let url = URL(string: "x:y")
    let price = Decimal(string: "1.10")
    let data = Data([1])
    let wide = Int128.max
    let wides: [UInt128] = [7]
    let wrapped = Wrapper(value: Int128(8))
    let float = Float(0.5)

    static let text =
        "dates[0]=1970-01-01T00:00:00.500Z&id=00000000-0000-0000-0000-000000000001&url=x:y&price=1.1&data=AQ%3D%3D"
        + "&wide=170141183460469231731687303715884105727&wides[0]=7&wrapped=8&float=0.5"
}

enum Shape: Encodable {
    case circle(radius: Double, center: [Int])
    case named(String)
    case none
}

struct Renamed: Encodable {
    let created = 1
    let seven = "x"
    enum CodingKeys: String, CodingKey {
        case created = "created_at"
        case seven = "7"
    }
}

struct Wrapper<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

struct Containers: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        var first = object.nestedContainer(keyedBy: AnyKey.self, forKey: "a")
        try first.encode(1, forKey: "b")
        var list = object.nestedUnkeyedContainer(forKey: "l")
        try list.encode(2)
        var inner = list.nestedContainer(keyedBy: AnyKey.self)
        try inner.encode(3, forKey: "c")
        var innerList = list.nestedUnkeyedContainer()
        try innerList.encode(4)
        // The member "a" is continued; a container may be written to until the end.
        var again = object.nestedContainer(keyedBy: AnyKey.self, forKey: "a")
        try again.encode(5, forKey: "d")
    }
}

/// An object of a class, which rows of a table cannot hold as it is not `Sendable`.
struct Instance<Object: Encodable>: Encodable, Sendable {
    let make: @Sendable () -> Object
    func encode(to encoder: any Encoder) throws { try make().encode(to: encoder) }
}

class Base: Encodable {
    let base = 1
    init() {}
}

final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(2, forKey: "own")
        try super.encode(to: object.superEncoder())
        try super.encode(to: object.superEncoder(forKey: "other"))
    }
}

final class Sharing: Base {
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(2, forKey: "own")
    }
}

struct ListSuper: Encodable {
    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        let first = list.superEncoder()
        try list.encode(2)
        try 1.encode(to: first)
    }
}

struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(1, forKey: "k")
        try object.encode(3, forKey: "l")
        try object.encode(2, forKey: "k")
    }
}

struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {}
}

struct HandsOn: Encodable {
    let letters: [String: Int]
    func encode(to encoder: any Encoder) throws { try letters.encode(to: encoder) }
}

struct Additional: Encodable {
    let letters: [String: Int]
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(1, forKey: "first")
        try letters.encode(to: encoder)
        try object.encode(2, forKey: "last")
    }
}

enum Key: String, Encodable { case a, b, c }

enum StringKey: String, Encodable, CodingKeyRepresentable { case a, b, c }

struct PathEcho: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: " "))
    }
}
