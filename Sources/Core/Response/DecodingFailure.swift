#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a body is not the value that was declared: where in it, which type, and the response with all its bytes.
public struct DecodingFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of mismatch it is.
    public enum Kind: String, Sendable, Hashable {
        /// There is no body where one is needed.
        case emptyBody
        /// The body is not of the format at all, or is cut off.
        case malformed
        /// A member or element is missing.
        case missing
        /// A value has another type than the declared one.
        case wrongType
        /// A value has the type and is refused.
        case invalidValue
        /// A mapping by hand threw an error of its own.
        case mapping
    }

    /// What kind of mismatch it is.
    public let kind: Kind
    /// The declared type, for instance `Corporation`.
    public let expected: String
    /// Where in the body, for instance `items[2].address.zip`; empty for the whole.
    public let codingPath: String
    /// What the decoder says of it.
    public let reason: String
    /// The response, its bytes included.
    public let response: HTTPResponse
    /// The decoder's own error, nil where Apus found the mismatch itself.
    public let underlying: (any Error)?

    init(
        _ kind: Kind, expected: String, codingPath: String = "", reason: String, response: HTTPResponse,
        underlying: (any Error)? = nil
    ) {
        self.kind = kind
        self.expected = expected
        self.codingPath = codingPath
        self.reason = reason
        self.response = response
        self.underlying = underlying
    }

    /// What was expected, where and why it is not there, then the beginning of the body.
    public var description: String {
        let place = codingPath.isEmpty ? "" : " at \(EscapedText.singleLine(codingPath))"
        let reason = EscapedText.singleLine(reason)
        let type = response.mediaType.map { EscapedText.escaped($0.rawValue) } ?? "no media type"
        return "not \(expected)\(place): \(reason) (\(response.status), \(type): \(response.snippet))"
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension HTTPResponse {
    /// The first 120 characters of the text, quoted and escaped, for messages; nothing of what answers a secret.
    var snippet: String {
        if data.isEmpty { return "no body" }
        return history.hasSecretBody ? Secret.mark : EscapedText.quoted(prefixText, limit: 120)
    }

    /// A body may be large: only what can be shown is decoded.
    private var prefixText: String {
        let cut = HTTPResponse(status: status, fields: fields, body: HTTPBody(data.prefix(1024)))
        // A server may repeat what it was sent.
        let text = Redaction(history.secretValues + cookieValues)(cut.text)
        return data.count > 1024 ? text + "…" : text
    }
}
