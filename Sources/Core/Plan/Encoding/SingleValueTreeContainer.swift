/// Writes one value, which can also be a list or an object that wraps itself in a type.
struct SingleValueTreeContainer: SingleValueEncodingContainer {
    let slot: EncodedSlot
    let path: CodingPath

    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil() {
        slot.fill(.null, path: path)
    }

    /// Stands for the protocol's other requirements that encode one type, but for those with a default of their own.
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        // A level without a key: wrapping has no part in the name, but counts against the limit of depth.
        slot.fill(try TreeEncoder.encode(value, path: path.appending(nil)), path: path)
    }

    mutating func encode(_ value: Int128) throws {
        slot.fill(.scalar(value.description), path: path)
    }

    mutating func encode(_ value: UInt128) throws {
        slot.fill(.scalar(value.description), path: path)
    }
}
