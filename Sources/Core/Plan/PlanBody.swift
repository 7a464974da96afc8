#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content of a request as it was declared: still of its kind, so that the plan can show it.
public struct PlanBody: Sendable, Hashable {
    /// What kind of content it is.
    public enum Content: Sendable, Hashable {
        /// A JSON text (RFC 8259), encoded already.
        case json(Data)
        /// Pairs that are sent percent-encoded (WHATWG URL §5).
        case form([Parameter])
        /// Text, sent as UTF-8.
        case text(String)
        /// Bytes.
        case data(Data)
        /// The file at a path, read when the request is sent.
        case file(path: String)
        /// A stream of chunks, read when the request is sent.
        case stream(ByteStream)
    }

    /// What is sent.
    public let content: Content
    /// Its media type, the request's `Content-Type` unless one is declared.
    public let mediaType: MediaType

    /// A body of the parts given.
    public init(_ content: Content, type mediaType: MediaType) {
        self.content = content
        self.mediaType = mediaType
    }

    /// The bytes to send; nil for a file or a stream, which the transport reads.
    var bytes: Data? {
        switch content {
        case .json(let data), .data(let data): data
        case .form(let parameters): Data(Parameter.joined(parameters).utf8)
        case .text(let text): Data(text.utf8)
        case .file, .stream: nil
        }
    }

    /// Whether a pair of a form is a secret.
    var hasSecret: Bool {
        if case .form(let parameters) = content { parameters.contains(where: \.isSecret) } else { false }
    }

    /// The body to show as part of a command: secrets redacted.
    var shownBody: HTTPBody {
        if case .form(let parameters) = content { return HTTPBody(Parameter.joined(parameters, redacting: true)) }
        return httpBody
    }

    /// The body as a request carries it.
    var httpBody: HTTPBody {
        switch content {
        case .file(let path): HTTPBody(file: path)
        case .stream(let stream): HTTPBody(stream)
        default: HTTPBody(bytes ?? Data(), secret: hasSecret)
        }
    }
}

extension PlanBody: Codable {
    private enum Key: String, CodingKey {
        case type, json, jsonBase64, form, text, base64, file, stream
    }

    /// What the JSON says of a stream.
    private struct StreamFacts: Codable {
        let length: Int64?
        let isReplayable: Bool
    }

    /// Reads the media type and one of `json` (text), `form` (parameters), `text`, `base64`, `file` (path) and `stream`
    /// (its `length` and whether it `isReplayable`; a stream that was read has no chunks and is not sent).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        mediaType = try container.decode(MediaType.self, forKey: .type)
        if let text = try container.decodeIfPresent(String.self, forKey: .json) {
            content = .json(Data(text.utf8))
        } else if let text = try container.decodeIfPresent(String.self, forKey: .jsonBase64) {
            content = .json(try Self.data(text, .jsonBase64, in: container))
        } else if let parameters = try container.decodeIfPresent([Parameter].self, forKey: .form) {
            content = .form(parameters)
        } else if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            content = .text(text)
        } else if let path = try container.decodeIfPresent(String.self, forKey: .file) {
            content = .file(path: path)
        } else if let facts = try container.decodeIfPresent(StreamFacts.self, forKey: .stream) {
            content = .stream(ByteStream(withoutChunksOf: facts.length, isReplayable: facts.isReplayable))
        } else {
            let text = try container.decode(String.self, forKey: .base64)
            content = .data(try Self.data(text, .base64, in: container))
        }
    }

    private static func data(_ text: String, _ key: Key, in container: KeyedDecodingContainer<Key>) throws -> Data {
        guard let data = Data(base64Encoded: text) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not base64")
        }
        return data
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(mediaType, forKey: .type)
        switch content {
        case .json(let data):
            // What is no UTF-8 can't be a string of JSON; Body(json:) with an encoder of one's own may make it.
            if let text = String(validating: data, as: UTF8.self) {
                try container.encode(text, forKey: .json)
            } else {
                try container.encode(data.base64EncodedString(), forKey: .jsonBase64)
            }
        case .form(let parameters): try container.encode(parameters, forKey: .form)
        case .text(let text): try container.encode(text, forKey: .text)
        case .data(let data): try container.encode(data.base64EncodedString(), forKey: .base64)
        case .file(let path): try container.encode(path, forKey: .file)
        case .stream(let stream):
            let facts = StreamFacts(length: stream.length, isReplayable: stream.isReplayable)
            try container.encode(facts, forKey: .stream)
        }
    }
}
