/// The keys that lead to a value, as a list that shares its beginning; an array would be copied at each level.
final class CodingPath: Sendable {
    static let root = CodingPath(key: nil, parent: nil)

    /// Nil at the root, and where a value wraps another one without a key of its own.
    let key: (any CodingKey)?
    let parent: CodingPath?
    let depth: Int

    private init(key: (any CodingKey)?, parent: CodingPath?) {
        self.key = key
        self.parent = parent
        self.depth = parent.map { $0.depth + 1 } ?? 0
    }

    func appending(_ key: (any CodingKey)?) -> CodingPath {
        CodingPath(key: key, parent: self)
    }

    func appending(element index: Int) -> CodingPath {
        CodingPath(key: ElementKey(index: index), parent: self)
    }

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var node: CodingPath? = self
        while let current = node {
            if let key = current.key { keys.append(key) }
            node = current.parent
        }
        return keys.reversed()
    }
}

/// The key of a list's element: its position.
struct ElementKey: CodingKey {
    let index: Int

    init(index: Int) { self.index = index }
    init?(intValue: Int) { self.init(index: intValue) }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }
}

/// The key of `superEncoder()`, as `Encoder` defines it.
struct SuperKey: CodingKey {
    init() {}
    init?(intValue: Int) { nil }
    init?(stringValue: String) { nil }

    var intValue: Int? { nil }
    var stringValue: String { "super" }
}

/// A reason with the place where it arose; it becomes a ``ParameterError`` once the name and the style are known.
struct TreeError: Error {
    let path: CodingPath
    let reason: ParameterError.Reason

    /// The error under a full name such as `filter[price]`; a nil name is that of a value to be spread.
    func named(_ base: String?, style: ParameterStyle) -> ParameterError {
        var name = base
        for key in path.keys {
            if let element = key as? ElementKey {
                name = style.name(name ?? "", element: element.index)
            } else {
                name = name.map { style.name($0, member: key.stringValue) } ?? key.stringValue
            }
        }
        return ParameterError(name: name ?? "", reason: reason)
    }
}
