#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a token endpoint gave no token (RFC 6749 §5.2). Calls end as `.transport` of kind `.plugin`, with this as `underlying`.
public struct OAuth2Error: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// `invalid_client`, `invalid_grant` and others of RFC 6749 §5.2; nil where the answer was none of that form.
    public let code: String?
    /// The server's words, or what was wrong with its answer; secrets that it repeated are redacted.
    public let detail: String
    /// A page about the error, where the server names one.
    public let uri: String?
    /// The status of the answer.
    public let status: HTTPStatus

    init(code: String?, _ detail: String, uri: String? = nil, status: HTTPStatus) {
        self.code = code
        self.detail = detail
        self.uri = uri
        self.status = status
    }

    /// One line: the code, the words and the status.
    public var description: String {
        let words = EscapedText.singleLine(
            [code, detail].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": "))
        return "the token endpoint refused (\(status)): \(words)"
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
