/// Flattens any `Encodable` to an ordered list of names and values, for the query of a URL and for form bodies.
///
/// Names and values are decoded; ``Parameter`` percent-encodes them. Properties keep their declared order.
/// Dictionaries are sorted by key, and sets of scalars by value, so that the same value always gives the same list.
enum KeyValueEncoder {
    /// The parameters of a value under a name; none for nil, an empty list and an empty object.
    static func encode<Value: Encodable>(
        _ value: Value, name: String, style: ParameterStyle
    ) throws(ParameterError) -> [Parameter] {
        let tree: ValueTree?
        do throws(TreeError) {
            tree = try TreeEncoder.encode(value, path: .root).resolved()
        } catch {
            throw error.named(name, style: style)
        }
        guard let tree else { return [] }
        var writer = ParameterWriter(style: style)
        try writer.write(tree, name: name)
        return writer.parameters
    }

    /// The parameters of an object's members, each under its own name. A scalar or a list is an error, nil is not.
    static func encodeSpread<Value: Encodable>(
        _ value: Value, style: ParameterStyle = .deepObject
    ) throws(ParameterError) -> [Parameter] {
        let encoded: EncodedValue
        let tree: ValueTree?
        do throws(TreeError) {
            encoded = try TreeEncoder.encode(value, path: .root)
            tree = try encoded.resolved()
        } catch {
            throw error.named(nil, style: style)
        }
        switch encoded {
        case .scalar: throw ParameterError(name: "", reason: .notObject("a scalar"))
        case .list: throw ParameterError(name: "", reason: .notObject("a list"))
        case .null, .object, .slot: break
        }
        guard case .object(let members) = tree else { return [] }
        var writer = ParameterWriter(style: style)
        for member in members { try writer.write(member.value, name: member.name) }
        return writer.parameters
    }
}

/// Writes trees as parameters in one style.
private struct ParameterWriter {
    let style: ParameterStyle
    var parameters: [Parameter] = []

    mutating func write(_ tree: ValueTree, name: String) throws(ParameterError) {
        switch tree {
        case .scalar(let text):
            parameters.append(Parameter(name, .text(text)))
        case .list(let elements):
            try write(elements, name: name)
        case .object(let members):
            guard style.namesMembers else { throw ParameterError(name: name, reason: .object) }
            for member in members {
                try write(member.value, name: style.name(name, member: member.name))
            }
        }
    }

    private mutating func write(_ elements: [ValueTree], name: String) throws(ParameterError) {
        switch style {
        case .comma, .space, .pipe, .repeated, .deepObject:
            let texts = try scalars(elements, name: name)
            if let delimiter = style.delimiter {
                parameters.append(Parameter(name, .list(texts, delimiter)))
            } else {
                parameters += texts.map { Parameter(name, .text($0)) }
            }
        case .brackets, .indexed:
            for (index, element) in elements.enumerated() {
                try write(element, name: style.name(name, element: index))
            }
        }
    }

    private func scalars(_ elements: [ValueTree], name: String) throws(ParameterError) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements {
            switch element {
            case .scalar(let text): texts.append(text)
            case .list: throw ParameterError(name: name, reason: .listOfLists)
            case .object: throw ParameterError(name: name, reason: .listOfObjects)
            }
        }
        return texts
    }
}
