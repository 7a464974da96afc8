/// What a value has encoded of itself so far; containers still in use write into its objects, lists and slots.
enum EncodedValue {
    case null
    case scalar(String)
    case list(EncodedList)
    case object(EncodedObject)
    case slot(EncodedSlot)

    /// The finished value without whatever has no text; nil when nothing is left.
    func resolved() throws(TreeError) -> ValueTree? {
        switch self {
        case .null:
            return nil
        case .scalar(let text):
            return .scalar(text)
        case .slot(let slot):
            return try slot.finished().resolved()
        case .list(let list):
            var elements: [ValueTree] = []
            elements.reserveCapacity(list.elements.count)
            for element in list.elements {
                if let element = try element.resolved() { elements.append(element) }
            }
            return elements.isEmpty ? nil : .list(elements)
        case .object(let object):
            var members: [ValueTree.Member] = []
            members.reserveCapacity(object.members.count)
            for member in object.orderedMembers {
                if let value = try member.value.resolved() { members.append((member.name, value)) }
            }
            return members.isEmpty ? nil : .object(members)
        }
    }
}

/// A value ready to be written: scalars have text, no list and no object is empty.
enum ValueTree {
    typealias Member = (name: String, value: ValueTree)

    case scalar(String)
    case list([ValueTree])
    case object([Member])
}

/// The elements of an unkeyed container.
final class EncodedList {
    var elements: [EncodedValue] = []
}

/// The members of a keyed container, each name once, in the order in which they were first written.
final class EncodedObject {
    struct Member {
        let name: String
        var value: EncodedValue
        /// Whether it came from a dictionary, whose order differs from run to run.
        let isUnordered: Bool
    }

    private(set) var members: [Member] = []
    private var positions: [String: Int] = [:]

    subscript(name: String) -> EncodedValue? {
        positions[name].map { members[$0].value }
    }

    func set(_ name: String, to value: EncodedValue, isUnordered: Bool) {
        if let position = positions[name] {
            members[position].value = value
        } else {
            positions[name] = members.count
            members.append(Member(name: name, value: value, isUnordered: isUnordered))
        }
    }

    /// The members with those of a dictionary sorted in their place.
    var orderedMembers: [Member] {
        var ordered = members
        var start = 0
        while let first = ordered[start...].firstIndex(where: \.isUnordered) {
            let end = ordered[first...].firstIndex { !$0.isUnordered } ?? ordered.endIndex
            ordered[first..<end].sort(byText: \.name)
            start = end
        }
        return ordered
    }
}

/// The place of one value that an encoder fills: the root, or what `superEncoder()` returned.
final class EncodedSlot {
    private(set) var value: EncodedValue?
    private var error: TreeError?

    /// The object of the slot, whichever part of the value asks for it; a class and its superclass share one.
    func object(path: CodingPath) -> EncodedObject {
        if case .object(let object) = value { return object }
        let object = EncodedObject()
        fill(.object(object), path: path)
        return object
    }

    func list(path: CodingPath) -> EncodedList {
        if case .list(let list) = value { return list }
        let list = EncodedList()
        fill(.list(list), path: path)
        return list
    }

    /// Puts a value in; a second one is an error, reported at the end since asking for a container cannot throw.
    func fill(_ value: EncodedValue, path: CodingPath) {
        if self.value == nil {
            self.value = value
        } else if error == nil {
            error = TreeError(path: path, reason: .twoValues)
        }
    }

    /// The value when its encoder is done; one that encoded nothing is null.
    func finished() throws(TreeError) -> EncodedValue {
        if let error { throw error }
        return value ?? .null
    }
}
