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

    /// Whether there should be a body, as far as the head can say.
    func announcesBody(answering method: HTTPMethod) -> Bool {
        guard method != .head, !status.neverHasContent else { return false }
        return fields.contains(.transferEncoding) || fields[.contentLength].map { $0 != "0" } ?? false
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
