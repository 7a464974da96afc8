/// The `Encoder` that a value writes itself into; what it wrote is a tree of lists, objects and scalar text.
struct TreeEncoder: Encoder {
    /// How deep values may contain values. Without a limit a cycle would exhaust the stack.
    static let depthLimit = 128

    let slot: EncodedSlot
    let path: CodingPath

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let isUnordered = type == DictionaryKey.type
        return KeyedEncodingContainer(
            KeyedTreeContainer(object: slot.object(path: path), path: path, isUnordered: isUnordered))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedTreeContainer(list: slot.list(path: path), path: path)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueTreeContainer(slot: slot, path: path)
    }
}

extension TreeEncoder {
    /// Encodes one value. The path is made only where it is needed: by a value that is not a scalar, and by an error.
    static func encode<Value: Encodable>(
        _ value: Value, path: @autoclosure () -> CodingPath
    ) throws(TreeError) -> EncodedValue {
        do throws(ParameterError.Reason) {
            if let text = try ScalarText.known(value) { return .scalar(text) }
        } catch {
            throw TreeError(path: path(), reason: error)
        }
        return try encodeItself(value, path: path())
    }

    private static func encodeItself<Value: Encodable>(
        _ value: Value, path: CodingPath
    ) throws(TreeError) -> EncodedValue {
        guard path.depth <= depthLimit else { throw TreeError(path: path, reason: .tooDeep(limit: depthLimit)) }
        let slot = EncodedSlot()
        do {
            try value.encode(to: TreeEncoder(slot: slot, path: path))
        } catch let error as TreeError {
            throw error
        } catch EncodingError.invalidValue(_, let context) {
            throw TreeError(path: path, reason: .failed(context.debugDescription))
        } catch {
            throw TreeError(path: path, reason: .failed(String(describing: error)))
        }
        let encoded = try slot.finished()
        if case .list(let list) = encoded, let unordered = Value.self as? any UnorderedCollection.Type {
            return try unordered.ordered(list, path: path)
        }
        return encoded
    }
}
