#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseRow where Value: Decodable {
    /// A row that decodes the body, or the part of it at a path such as `data.items.0`.
    ///
    /// An empty body is a failure of its own kind, unless the value is an optional: then an empty body, 204, 205 and 304
    /// give nil. A UTF-8 byte order mark is taken off.
    public init(
        _ statuses: StatusSet, _ type: Value.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder
    ) {
        self.init(
            statuses, mediaType: mediaType, accept: mediaType ?? decoder.mediaType, model: TypeName.of(type)
        ) { response in
            let data = TextDecoding.withoutMark(response.data)
            if data.isEmpty || response.status.neverHasContent {
                if let absent = (type as? any AbsentValue.Type)?.absent as? Value { return absent }
                if data.isEmpty { throw DecodingFailure.emptyBody(expected: TypeName.of(type), response: response) }
            }
            return try BodyReading.value(type, at: path, in: data, using: decoder)
        }
        self.path = path
    }

    /// The rows of a plain `Decode`: every 2xx, and 304 too where the value may be nil.
    package static func successes(
        _ type: Value.Type, at path: String?, using decoder: any BodyDecoder
    ) -> [ResponseRow] {
        let row = ResponseRow(.success, type, at: path, using: decoder)
        return type is any AbsentValue.Type ? [row, ResponseRow(304, type, at: path, using: decoder)] : [row]
    }
}

/// A type with a value for "there is none". Overloads can't tell an optional from what it wraps: both are `Decodable`.
private protocol AbsentValue {
    static var absent: Self { get }
}

extension Optional: AbsentValue {
    fileprivate static var absent: Self { nil }
}

extension ResponseRow where Value == String {
    /// A row for text in the charset that the server names, strictly.
    package static func text(_ statuses: StatusSet) -> ResponseRow {
        ResponseRow(statuses, model: "text") { response in
            try TextDecoding.text(of: response.data, charset: response.mediaType?.parameter("charset"))
        }
    }
}

extension ResponseRow where Value == HTTPResponse {
    /// A row that gives the response itself.
    package static func response(_ statuses: StatusSet) -> ResponseRow {
        ResponseRow(statuses, model: "the response") { $0 }
    }
}

/// Decodes a body that is there.
private enum BodyReading {
    static func value<Value: Decodable>(
        _ type: Value.Type, at path: String?, in data: Data, using decoder: any BodyDecoder
    ) throws -> Value {
        guard let path, !path.isEmpty else { return try decoder.decode(type, from: data) }
        return try ValuePath.$current.withValue(path.split(separator: ".").map(String.init)) {
            try decoder.decode(ValueAtPath<Value>.self, from: data).value
        }
    }
}
