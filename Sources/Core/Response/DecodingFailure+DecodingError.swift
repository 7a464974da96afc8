#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DecodingFailure {
    /// Any error that a decoder or a mapping threw, in words.
    static func make(_ error: any Error, expected: String, response: HTTPResponse) -> DecodingFailure {
        switch error {
        case let failure as DecodingFailure:
            return failure
        case let refusal as TextDecoding.Refusal:
            return make(refusal, expected: expected, response: response)
        case let error as DecodingError:
            return make(error, expected: expected, response: response)
        default:
            return DecodingFailure(
                .mapping, expected: expected, reason: "\(error)", response: response, underlying: error)
        }
    }

    static func emptyBody(expected: String, response: HTTPResponse) -> DecodingFailure {
        DecodingFailure(
            .emptyBody, expected: expected,
            reason: "the response has no body; declare \(expected)? where that can happen",
            response: response)
    }

    private static func make(
        _ error: DecodingError, expected: String, response: HTTPResponse
    ) -> DecodingFailure {
        func failure(_ kind: Kind, _ reason: String, _ path: [any CodingKey]) -> DecodingFailure {
            DecodingFailure(
                kind, expected: expected, codingPath: text(of: path), reason: reason, response: response,
                underlying: error)
        }
        switch error {
        case .typeMismatch(_, let context):
            return failure(.wrongType, context.debugDescription, context.codingPath)
        case .valueNotFound(let type, let context):
            return failure(.missing, "null where \(type) was expected", context.codingPath)
        case .keyNotFound(let key, let context):
            return failure(.missing, "no member '\(key.stringValue)'", context.codingPath)
        case .dataCorrupted(let context):
            guard !context.codingPath.isEmpty || !isJSONDocument(response.data) else {
                return failure(.invalidValue, unfitValue, [])
            }
            let kind: Kind = context.codingPath.isEmpty ? .malformed : .invalidValue
            return failure(kind, reason(of: context, response: response), context.codingPath)
        @unknown default:
            return failure(.malformed, "\(error)", [])
        }
    }

    /// JSONDecoder says "not valid JSON", and nothing of the place, where it can't make a number or a string of a token.
    private static let unfitValue =
        "a number in it does not fit its declared type, such as 1.5 or 300 for Int8, or a string has a malformed escape"

    private static func isJSONDocument(_ data: Data) -> Bool {
        struct Document: Decodable {
            init(from decoder: any Decoder) {}
        }
        return (try? JSONDecoder().decode(Document.self, from: TextDecoding.withoutMark(data))) != nil
    }

    private static func make(
        _ refusal: TextDecoding.Refusal, expected: String, response: HTTPResponse
    ) -> DecodingFailure {
        let reason =
            switch refusal {
            case .unknownCharset(let name):
                "the charset \(name) is not known here; map it with Decode { response in … }"
            case .malformed(let name): "the bytes are not \(name)"
            }
        return DecodingFailure(.malformed, expected: expected, reason: reason, response: response)
    }

    /// The most common case in the field deserves its own words: a proxy's or a login page instead of JSON.
    private static func reason(of context: DecodingError.Context, response: HTTPResponse) -> String {
        if response.mediaType?.essence == MediaType.html.essence {
            return "the body is an HTML page; a proxy or a login may have answered"
        }
        guard let underlying = context.underlyingError else { return context.debugDescription }
        return "\(context.debugDescription) \(underlying)"
    }

    /// `items[2].address.zip`.
    private static func text(of path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}
