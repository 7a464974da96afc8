import ApusCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Status and fields of a response, and what they say about its body.
struct ResponseHead: Sendable {
    let status: HTTPStatus
    let fields: HTTPFields

    /// Nil for a response that is not HTTP's, which http and https URLs don't get.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        status = HTTPStatus(response.statusCode)
        fields = Self.fields(of: response)
    }

    /// How long the body is, in bytes; nil where it is not known, or known only before decoding.
    func bodyLength(answering method: HTTPMethod) -> Int? {
        guard method != .head, !status.neverHasContent, !isEncoded else { return nil }
        return fields[.contentLength].flatMap { Int($0) }
    }

    private var isEncoded: Bool {
        guard let coding = fields[.contentEncoding], !coding.isEmpty else { return false }
        return coding.lowercased() != "identity"
    }

    /// What is missing of a body that the session takes to be complete; nil where nothing is.
    func loss(in body: Data, answering method: HTTPMethod) -> TransportError? {
        #if canImport(FoundationNetworking)
        let hasContent = fields.contains(.transferEncoding) || fields[.contentLength].map { $0 != "0" } ?? false
        let isDropped = (301...308).contains(status.code) && !status.neverHasContent && body.isEmpty && method != .head
        if isDropped, hasContent {
            return TransportError(.other, "URLSession drops the content of a \(status) that says not where to go")
        }
        #endif
        guard let length = bodyLength(answering: method), body.count < length else { return nil }
        return TransportError(.connectionLost, "\(body.count) of \(length) bytes came")
    }

    /// In the order of their names, since a dictionary has none.
    private static func fields(of response: HTTPURLResponse) -> HTTPFields {
        var pairs: [(name: String, value: String)] = []
        for case let (name as String, value as String) in response.allHeaderFields { pairs.append((name, value)) }
        pairs.sort { $0.name < $1.name }
        return HTTPFields(
            pairs.flatMap { name, value in
                let name = HTTPFieldName(name)
                let values = name == .setCookie ? SetCookieList.values(in: value) : [value]
                return values.map { HTTPField(name, $0) }
            })
    }
}
