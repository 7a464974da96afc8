import Testing

@testable import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct KeyValueEncoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let shape: String
        let value: any Encodable & Sendable
        let expected: String
        init(_ shape: String, _ value: any Encodable & Sendable, _ expected: String) {
            self.shape = shape
            self.value = value
            self.expected = expected
        }
        var testDescription: String { shape }
    }

    @Test(
        "Whatever way a value encodes itself, its members come out in their order",
        arguments: [
            Row("declared order", Declared(), "zeta=1&alpha=a&flag=true&day=1970-01-01T00:00:00Z"),
            Row("synthesised optionals", Optionals(a: nil, b: 2, c: nil, d: [nil, 1]), "b=2&d[0]=1"),
            Row("explicit encodeNil", ExplicitNil(), "b=1"),
            Row("scalars nested", Scalars(), Scalars.text),
            Row("enum with associated values", Shape.circle(radius: 2, center: [1, 2]), circle),
            Row("enum with an unlabelled value", Shape.named("n"), "named[_0]=n"),
            Row("enum with no value", Shape.none, ""),
            Row("coding keys", Renamed(), "created_at=1&7=x"),
            Row("single value wrapping an object", Wrapper(value: Point(x: 1, y: 2)), "x=1&y=2"),
            Row("wrappers of wrappers", ["p": Wrapper(value: Wrapper(value: Point(x: 1, y: 2)))], "p[x]=1&p[y]=2"),
            Row("single value wrapping a list", ["p": Wrapper(value: [1, 2])], "p[0]=1&p[1]=2"),
            Row("single value wrapping a nil", ["p": Wrapper(value: Int?.none)], ""),
            Row("nested containers", Containers(), "a[b]=1&a[d]=5&l[0]=2&l[1][c]=3&l[2][0]=4"),
            Row("superclass in superEncoder", Instance { Derived() }, "own=2&super[base]=1&other[base]=1"),
            Row("superclass in the same container", Instance { Sharing() }, "base=1&own=2"),
            Row("superEncoder of a list", ["p": ListSuper()], "p[0]=1&p[1]=2"),
            Row("a key written twice", Twice(), "k=2&l=3"),
            Row("encodes nothing", ["p": Nothing()], ""),
            Row("class", ["p": [Instance { Base() }]], "p[0][base]=1"),
        ])
    func shapes(_ row: Row) throws {
        #expect(
            try query(KeyValueEncoder.encodeSpread(row.value, style: .indexed)).replacing("%3A", with: ":")
                == row.expected)
    }

    @Test(
        "Dictionaries are sorted by key and sets by value, wherever they are",
        arguments: [
            Row("strings", letters, lettersText),
            Row("integers", [10: "c", 9: "b", -1: "a"], "-1=a&9=b&10=c"),
            Row("numbers as strings", ["10": "c", "9": "b"], "9=b&10=c"),
            Row("numbers among strings", ["10": "a", "9": "b", "x": "c"], "10=a&9=b&x=c"),
            Row("nested", ["d": letters], letters.keys.sorted().map { "d[\($0)]=1" }.joined(separator: "&")),
            Row("in a struct", Wrapper(value: letters), lettersText),
            Row("handed on", HandsOn(letters: letters), lettersText),
            Row("besides members", Additional(letters: letters), "first=1&\(lettersText)&last=2"),
            Row("enum keys", [Key.b: 2, .a: 1, .c: 3], "a=1&b=2&c=3"),
            Row("representable keys", [StringKey.b: 2, .a: 1, .c: 3], "a=1&b=2&c=3"),
            Row("UUID keys", [uuid(2): 2, uuid(1): 1], "\(uuid(1).uuidString)=1&\(uuid(2).uuidString)=2"),
            Row("nil values", [Key.b: Int?.none, .a: 1], "a=1"),
            Row("set of integers", ["s": Set([10, 9, 1, 100])], "s[0]=1&s[1]=9&s[2]=10&s[3]=100"),
            Row("set of strings", ["s": Set(["b", "a", "c"])], "s[0]=a&s[1]=b&s[2]=c"),
        ])
    func sorted(_ row: Row) throws {
        #expect(try query(KeyValueEncoder.encodeSpread(row.value, style: .indexed)) == row.expected)
    }

    @Test("Spreading is deepObject unless another style is given")
    func spreadDefault() throws {
        let value = Optionals(a: 1, b: nil, c: "x", d: [1, 2])
        #expect(try query(KeyValueEncoder.encodeSpread(value)) == "a=1&c=x&d=1&d=2")
        #expect(try query(KeyValueEncoder.encodeSpread(value, style: .comma)) == "a=1&c=x&d=1,2")
        #expect(try KeyValueEncoder.encodeSpread(Optionals?.none).isEmpty)
        #expect(try KeyValueEncoder.encodeSpread([String: Int]()).isEmpty)
    }

    @Test("The coding path is that of the value being encoded")
    func codingPath() throws {
        let parameters = try KeyValueEncoder.encodeSpread(["a": [["b": PathEcho()]]], style: .indexed)
        #expect(parameters == [Parameter("a[0][b]", .text("a Index 0 b"))])
    }

    @Test("A large value is encoded to its last member")
    func large() throws {
        let members = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("key\($0)", [$0, $0]) })
        #expect(try KeyValueEncoder.encode(members, name: "v", style: .indexed).count == 40_000)
    }

    static let letters = Dictionary(uniqueKeysWithValues: "abcdefghijklmnopqrstuvwxyz".map { (String($0), 1) })
    static let lettersText = letters.keys.sorted().map { "\($0)=1" }.joined(separator: "&")
    static let circle = "circle[radius]=2.0&circle[center][0]=1&circle[center][1]=2"
    static func uuid(_ byte: UInt8) -> UUID { UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
