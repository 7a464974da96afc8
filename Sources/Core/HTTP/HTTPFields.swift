/// The header fields of a message, in order, names compared without regard to case (RFC 9110 §5).
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private var storage: [HTTPField]

    /// No fields.
    public init() {
        storage = []
    }

    /// No fields yet, and room for as many as given.
    init(capacity: Int) {
        storage = []
        storage.reserveCapacity(capacity)
    }

    /// The fields of a sequence, in its order.
    public init(_ fields: some Sequence<HTTPField>) {
        storage = Array(fields)
    }

    /// Fields written as a literal: `[.accept: "text/plain", "X-Trace": "1"]`.
    public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
        storage = elements.map { HTTPField($0, $1) }
    }

    /// The value of a field, several joined with `, ` (RFC 9110 §5.3); setting replaces all, nil removes.
    ///
    /// `Set-Cookie` can't be joined (RFC 9110 §5.3): read it with ``values(of:)``. A value that takes the place of a
    /// secret is one, too.
    public subscript(name: HTTPFieldName) -> String? {
        get {
            guard let first = storage.firstIndex(where: { $0.name == name }) else { return nil }
            let others = storage[(first + 1)...].filter { $0.name == name }
            return others.isEmpty
                ? storage[first].value : ([storage[first]] + others).map(\.value).joined(separator: ", ")
        }
        set {
            if let newValue {
                let wasSecret = storage.contains { $0.name == name && $0.isSecret }
                replace(HTTPField(name, newValue, secret: wasSecret || name.carriesCredentials))
            } else {
                remove(name)
            }
        }
    }

    /// Each value of a field, in order.
    public func values(of name: HTTPFieldName) -> [String] {
        storage.filter { $0.name == name }.map(\.value)
    }

    /// Whether there is a field of the name.
    public func contains(_ name: HTTPFieldName) -> Bool {
        storage.contains { $0.name == name }
    }

    /// Adds a field after the others, keeping those of the same name.
    public mutating func append(_ field: HTTPField) {
        storage.append(field)
    }

    /// Puts a field in the place of the first of its name and removes the others of that name.
    public mutating func replace(_ field: HTTPField) {
        guard let first = storage.firstIndex(where: { $0.name == field.name }) else { return storage.append(field) }
        storage[first] = field
        let later = storage.index(after: first)
        storage[later...].removeAll { $0.name == field.name }
    }

    /// Removes every field of a name.
    public mutating func remove(_ name: HTTPFieldName) {
        storage.removeAll { $0.name == name }
    }

    /// Removes every field that is a secret.
    public mutating func removeSecrets() {
        storage.removeAll(where: \.isSecret)
    }

    /// One field a line, secrets redacted.
    public var description: String {
        storage.map(\.description).joined(separator: "\n")
    }
}

extension HTTPFields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { storage.startIndex }
    /// The position after the last field.
    public var endIndex: Int { storage.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> HTTPField { storage[position] }
}
