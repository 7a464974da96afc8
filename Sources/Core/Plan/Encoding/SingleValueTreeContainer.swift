/// Writes one value, which can also be a list or an object that wraps itself in a type.
struct SingleValueTreeContainer: SingleValueEncodingContainer {
    let slot: EncodedSlot
    let path: CodingPath

    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil() {
        slot.fill(.null, path: path)
    }

    /// Stands for every requirement of the protocol that encodes a value of one type, too.
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        // A level without a key: wrapping has no part in the name, but counts against the limit of depth.
        slot.fill(try TreeEncoder.encode(value, path: path.appending(nil)), path: path)
    }
}
