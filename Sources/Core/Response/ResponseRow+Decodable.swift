#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseRow where Value: Decodable {
    /// A row that decodes the body, or the part of it at a path such as `data.items.0`.
    ///
    /// An empty body is a failure of its own kind; a UTF-8 byte order mark is taken off.
    public init(
        _ statuses: StatusSet, _ type: Value.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder
    ) {
        self.init(statuses, mediaType: mediaType, accept: decoder.mediaType, model: "\(type)") { response in
            guard !response.data.isEmpty else {
                throw DecodingFailure.emptyBody(expected: "\(type)", response: response)
            }
            return try BodyReading.value(type, at: path, of: response, using: decoder)
        }
    }
}

extension ResponseRow {
    /// A row for a body that may be missing: 204, 205, 304 and an empty body give nil.
    public static func optional<Wrapped: Decodable & Sendable>(
        _ statuses: StatusSet, _ type: Wrapped.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder
    ) -> ResponseRow where Value == Wrapped? {
        ResponseRow(statuses, mediaType: mediaType, accept: decoder.mediaType, model: "\(type)?") { response in
            guard !response.data.isEmpty, !response.status.neverHasContent else { return nil }
            return try BodyReading.value(Wrapped?.self, at: path, of: response, using: decoder)
        }
    }
}

/// Decodes a body that is there.
private enum BodyReading {
    static func value<Value: Decodable>(
        _ type: Value.Type, at path: String?, of response: HTTPResponse, using decoder: any BodyDecoder
    ) throws -> Value {
        let data = TextDecoding.withoutMark(response.data)
        guard let path, !path.isEmpty else { return try decoder.decode(type, from: data) }
        return try ValuePath.$current.withValue(path.split(separator: ".").map(String.init)) {
            try decoder.decode(ValueAtPath<Value>.self, from: data).value
        }
    }
}
