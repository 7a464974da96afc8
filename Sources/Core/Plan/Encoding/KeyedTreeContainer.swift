/// Writes an object's members.
struct KeyedTreeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: EncodedObject
    let path: CodingPath
    /// Whether the members come in no order of their own, as those of a dictionary do.
    let isUnordered: Bool

    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil(forKey key: Key) {
        set(key, to: .null)
    }

    /// Stands for the protocol's other requirements that encode one type, but for those with a default of their own.
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        set(key, to: try TreeEncoder.encode(value, path: path.appending(key)))
    }

    mutating func encode(_ value: Int128, forKey key: Key) throws {
        set(key, to: .scalar(value.description))
    }

    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        set(key, to: .scalar(value.description))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        slotEncoder(forKey: key, name: key.stringValue).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        slotEncoder(forKey: key, name: key.stringValue).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        slotEncoder(forKey: SuperKey(), name: SuperKey().stringValue)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        slotEncoder(forKey: key, name: key.stringValue)
    }

    private func set(_ key: Key, to value: EncodedValue) {
        object.set(key.stringValue, to: value, isUnordered: isUnordered)
    }

    /// An encoder for a member that is filled later; asking for the same key again continues the same member.
    private func slotEncoder(forKey key: any CodingKey, name: String) -> TreeEncoder {
        if case .slot(let slot) = object[name] {
            return TreeEncoder(slot: slot, path: path.appending(key))
        }
        let slot = EncodedSlot()
        object.set(name, to: .slot(slot), isUnordered: isUnordered)
        return TreeEncoder(slot: slot, path: path.appending(key))
    }
}
