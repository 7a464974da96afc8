/// A type's name as it is written in source: `Corporation?`, `[Hit]`, `[String: Int]`.
enum TypeName {
    static func of(_ type: Any.Type) -> String {
        (type as? any NamedAsWritten.Type)?.nameAsWritten ?? "\(type)"
    }
}

/// A type that source writes with punctuation.
private protocol NamedAsWritten {
    static var nameAsWritten: String { get }
}

extension Optional: NamedAsWritten {
    fileprivate static var nameAsWritten: String { "\(TypeName.of(Wrapped.self))?" }
}

extension Array: NamedAsWritten {
    fileprivate static var nameAsWritten: String { "[\(TypeName.of(Element.self))]" }
}

extension Dictionary: NamedAsWritten {
    fileprivate static var nameAsWritten: String { "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]" }
}
