/// A collection whose order differs from one run to the next; sorted, so that the same value gives the same plan.
protocol UnorderedCollection {
    /// The collection as it is to be written, from the list that its `encode(to:)` wrote.
    static func ordered(_ list: EncodedList, path: CodingPath) throws(TreeError) -> EncodedValue
}

extension Set: UnorderedCollection {
    /// Scalars are sorted; objects and lists have no order to give them and stay as they came.
    static func ordered(_ list: EncodedList, path: CodingPath) -> EncodedValue {
        var texts: [String] = []
        for element in list.elements {
            switch element {
            case .scalar(let text): texts.append(text)
            case .null: continue
            case .list, .object, .slot: return .list(list)
            }
        }
        texts[...].sort(byText: \.self)
        list.elements = texts.map(EncodedValue.scalar)
        return .list(list)
    }
}

extension Dictionary: UnorderedCollection {
    /// A dictionary with keys other than strings and integers encodes as a list of key, value, key, value.
    static func ordered(_ list: EncodedList, path: CodingPath) throws(TreeError) -> EncodedValue {
        let object = EncodedObject()
        var elements = list.elements.makeIterator()
        while let key = elements.next(), let value = elements.next() {
            guard case .scalar(let name) = key else { throw TreeError(path: path, reason: .dictionaryKey) }
            object.set(name, to: value, isUnordered: true)
        }
        return .object(object)
    }
}

extension ArraySlice {
    /// Sorts by number when every text is an integer, so that 10 comes after 9; else by text.
    mutating func sort(byText text: (Element) -> String) {
        let elements = Array(self)
        let texts = elements.map(text)
        let numbers = texts.compactMap { Int($0) }
        // Offsets are sorted rather than elements, which are larger and would be retained at each move.
        var offsets = Array(elements.indices)
        if numbers.count == texts.count {
            offsets.sort { (numbers[$0], texts[$0]) < (numbers[$1], texts[$1]) }
        } else {
            offsets.sort { texts[$0] < texts[$1] }
        }
        replaceSubrange(startIndex..<endIndex, with: offsets.lazy.map { elements[$0] })
    }
}

/// The coding key of the standard library's `Dictionary`, which is private and by which a dictionary is recognised.
///
/// Recognising the value's type is not enough: `encode(to:)` of a type that wraps a dictionary may hand its encoder on.
enum DictionaryKey {
    static let type: Any.Type? = {
        let probe = Probe()
        try? ["": 0].encode(to: probe)
        return probe.keyType
    }()

    /// An encoder that notes the key type it was asked for.
    private final class Probe: Encoder {
        var keyType: Any.Type?
        let codingPath: [any CodingKey] = []
        let userInfo: [CodingUserInfoKey: Any] = [:]

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            keyType = type
            return KeyedEncodingContainer(
                KeyedTreeContainer(object: EncodedObject(), path: .root, isUnordered: false))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            UnkeyedTreeContainer(list: EncodedList(), path: .root)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer {
            SingleValueTreeContainer(slot: EncodedSlot(), path: .root)
        }
    }
}
