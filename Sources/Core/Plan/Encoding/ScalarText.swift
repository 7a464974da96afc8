#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The text that one scalar has in a URL or a form, decoded (not percent-encoded).
///
/// Strings as they are, `true` and `false`, integers in decimal, floating point as the shortest text that reads back as
/// the same number, dates in UTC (``Timestamp``), `uuidString`, `absoluteString`, decimals, data in base64. An enum has
/// the text of its raw value. `nil` has no text.
enum ScalarText {
    /// The text of a scalar of any type; nil when it is nil. Throws when it is not a scalar or has no text.
    static func text<Value: Encodable>(of value: Value, name: String) throws(ParameterError) -> String? {
        if let text = try? known(value) { return text }
        let tree: ValueTree?
        do throws(TreeError) {
            let encoded = try TreeEncoder.encode(value, path: .root)
            if case .scalar(let text) = encoded { return text }
            tree = try encoded.resolved()
        } catch {
            throw error.named(name, style: .indexed)
        }
        switch tree {
        case nil: return nil
        case .scalar(let text): return text
        case .list: throw ParameterError(name: name, reason: .notScalar("a list"))
        case .object: throw ParameterError(name: name, reason: .notScalar("an object"))
        }
    }

    /// The text of a value whose type has a rule here; nil when it must speak for itself through `Encodable`.
    ///
    /// Nearly every value is one of the types named here. For these the compiler makes a version without a cast, which
    /// the general one goes on to; the others cost what they cost.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == String?)
    @_specialize(where Value == Int?)
    @_specialize(where Value == Bool)
    static func known<Value>(_ value: Value) throws(ParameterError.Reason) -> String? {
        // Types are compared before anything is cast: a cast of a generic value costs far more than the comparison.
        if Value.self == String.self { return value as? String }
        if Value.self == Int.self { return (value as? Int)?.description }
        if Value.self == String?.self, let text = value as? String { return text }
        if Value.self == Int?.self, let number = value as? Int { return number.description }
        if Value.self == Bool.self { return (value as? Bool)?.description }
        if let text = integer(value) { return text }
        if let text = try floatingPoint(value) { return text }
        return try foundation(value)
    }
}

extension ScalarText {
    @inline(__always)
    private static func cast<Value, Target>(_ value: Value, to type: Target.Type) -> Target? {
        Value.self == type ? value as? Target : nil
    }

    private static func integer<Value>(_ value: Value) -> String? {
        if let number = cast(value, to: Int64.self) { return number.description }
        if let number = cast(value, to: Int32.self) { return number.description }
        if let number = cast(value, to: Int16.self) { return number.description }
        if let number = cast(value, to: Int8.self) { return number.description }
        if let number = cast(value, to: UInt.self) { return number.description }
        if let number = cast(value, to: UInt64.self) { return number.description }
        if let number = cast(value, to: UInt32.self) { return number.description }
        if let number = cast(value, to: UInt16.self) { return number.description }
        if let number = cast(value, to: UInt8.self) { return number.description }
        if let number = cast(value, to: Int128.self) { return number.description }
        if let number = cast(value, to: UInt128.self) { return number.description }
        return nil
    }

    private static func floatingPoint<Value>(_ value: Value) throws(ParameterError.Reason) -> String? {
        if let number = cast(value, to: Double.self) {
            guard number.isFinite else { throw .notFinite(number.description) }
            return number.description
        }
        if let number = cast(value, to: Float.self) {
            guard number.isFinite else { throw .notFinite(number.description) }
            return number.description
        }
        return nil
    }

    private static func foundation<Value>(_ value: Value) throws(ParameterError.Reason) -> String? {
        if let date = cast(value, to: Date.self) {
            guard let text = Timestamp.text(date) else {
                throw .dateOutOfRange(secondsSince1970: date.timeIntervalSince1970.description)
            }
            return text
        }
        if let uuid = cast(value, to: UUID.self) { return uuid.uuidString }
        if let url = cast(value, to: URL.self) { return url.absoluteString }
        if let decimal = cast(value, to: Decimal.self) {
            guard !decimal.isNaN else { throw .notFinite("nan") }
            return decimal.description
        }
        if let data = cast(value, to: Data.self) { return data.base64EncodedString() }
        return nil
    }
}
