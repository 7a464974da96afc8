#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Turns the bytes of a response into values of a `Decodable` type.
///
/// Choose one where the API's format or conventions differ from the default, and give it to `Decode(_:using:)` or
/// `OnError(_:using:)`. `JSONDecoder` is one already. To write one, decode the bytes or throw `DecodingError`, whose
/// coding path then stands in the failure:
///
///     struct PropertyLists: BodyDecoder {
///         let mediaType: MediaType = "application/x-plist"
///         func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
///             try PropertyListDecoder().decode(type, from: data)
///         }
///     }
public protocol BodyDecoder: Sendable {
    /// The media type the decoder reads; it becomes `Accept`.
    var mediaType: MediaType { get }
    /// The value in the bytes, which are never empty and have no byte order mark.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: BodyDecoder {
    /// `application/json`.
    public var mediaType: MediaType { .json }
}

/// The JSON conventions of Apus where none are given: those of Foundation, with dates as ISO 8601 text.
public enum DefaultJSON {
    /// Reads dates as ISO 8601 text, with or without a fraction of a second; all else as `JSONDecoder` does.
    public static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    /// Writes dates as ISO 8601 text in UTC, members sorted by name, and slashes as they are.
    public static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
