/// A value at a path of member names and indexes inside a document: `data.items.0` (for `Decode(_:at:)`).
struct ValueAtPath<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        guard let path = ValuePath.current else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no key path was given"))
        }
        value = try Self.value(at: path[...], in: decoder)
    }

    private static func value(at path: ArraySlice<String>, in decoder: any Decoder) throws -> Value {
        guard let first = path.first else { return try Value(from: decoder) }
        if let index = Int(first), index >= 0, var elements = try? decoder.unkeyedContainer() {
            return try value(at: path.dropFirst(), element: index, of: &elements)
        }
        let members = try decoder.container(keyedBy: ValuePath.Member.self)
        guard path.count > 1 else { return try members.decode(Value.self, forKey: ValuePath.Member(first)) }
        // JSONDecoder gives a decoder of null for a member that is not there.
        guard members.contains(ValuePath.Member(first)) else {
            throw DecodingError.keyNotFound(
                ValuePath.Member(first),
                .init(codingPath: decoder.codingPath, debugDescription: "the path ends before '\(first)'"))
        }
        return try value(at: path.dropFirst(), in: members.superDecoder(forKey: ValuePath.Member(first)))
    }

    private static func value(
        at path: ArraySlice<String>, element index: Int, of elements: inout any UnkeyedDecodingContainer
    ) throws -> Value {
        while !elements.isAtEnd, elements.currentIndex < index { _ = try elements.superDecoder() }
        guard !elements.isAtEnd else {
            throw DecodingError.keyNotFound(
                ValuePath.Member(String(index)),
                .init(codingPath: elements.codingPath, debugDescription: "the list ends before element \(index)"))
        }
        guard path.isEmpty else { return try value(at: path, in: elements.superDecoder()) }
        return try elements.decode(Value.self)
    }
}

/// The path that is being followed. A `Decodable` can't be given an argument, and a decoder that is shared between calls
/// can't be given one in its `userInfo`.
enum ValuePath {
    @TaskLocal static var current: [String]?

    struct Member: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
