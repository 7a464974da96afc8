import ApusCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The request without its body; throws `.other` where it would not be sent as it is.
    init(_ request: HTTPRequest) throws(TransportError) {
        guard request.body == nil || request.method.allowsBody else {
            throw TransportError(.other, "URLSession sends no body with \(request.method)")
        }
        self.init(url: try Self.url(request.url))
        try request.checkSyntax()
        httpMethod = request.method.rawValue
        guard httpMethod == request.method.rawValue else {
            throw TransportError(.other, "URLSession sends \(httpMethod ?? "GET") for the method \(request.method)")
        }
        httpShouldHandleCookies = false
        cachePolicy = .reloadIgnoringLocalCacheData
        for field in request.fields where !field.name.framesMessage { add(field) }
    }

    /// Fields of one name are joined here, since Foundation would leave out the space, and cookies need a semicolon.
    private mutating func add(_ field: HTTPField) {
        let name = field.name.rawName
        let separator = field.name == .cookie ? "; " : ", "
        let value = self.value(forHTTPHeaderField: name).map { $0 + separator + field.value } ?? field.value
        setValue(value, forHTTPHeaderField: name)
    }

    /// The URL, where Foundation and what stands behind it leave every byte in its place.
    private static func url(_ url: RequestURL) throws(TransportError) -> URL {
        let text = url.string
        guard let made = URL(string: text, encodingInvalidCharacters: false), made.absoluteString == text else {
            throw TransportError(.other, "Foundation does not take the URL as it is")
        }
        #if canImport(FoundationNetworking)
        // libcurl removes dot segments (RFC 3986 §5.2.4), and newer releases those with encoded dots too.
        let hasDots = url.path.split(separator: "/").contains { segment in
            segment.count <= 6 && [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
        }
        if hasDots { throw TransportError(.other, "libcurl would remove the dot segments of the path") }
        #endif
        return made
    }
}
