/// Writes a list's elements.
struct UnkeyedTreeContainer: UnkeyedEncodingContainer {
    let list: EncodedList
    let path: CodingPath

    var codingPath: [any CodingKey] { path.keys }
    var count: Int { list.elements.count }

    mutating func encodeNil() {
        list.elements.append(.null)
    }

    /// Stands for the protocol's other requirements that encode one type, but for those with a default of their own.
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        list.elements.append(try TreeEncoder.encode(value, path: path.appending(element: count)))
    }

    mutating func encode(_ value: Int128) throws {
        list.elements.append(.scalar(value.description))
    }

    mutating func encode(_ value: UInt128) throws {
        list.elements.append(.scalar(value.description))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        slotEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        slotEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        slotEncoder()
    }

    private func slotEncoder() -> TreeEncoder {
        let slot = EncodedSlot()
        let encoder = TreeEncoder(slot: slot, path: path.appending(element: count))
        list.elements.append(.slot(slot))
        return encoder
    }
}
