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
        guard FieldSyntax.isToken(request.method.rawValue) else {
            throw TransportError(.other, "the method is not a token")
        }
        httpMethod = request.method.rawValue
        guard httpMethod == request.method.rawValue else {
            throw TransportError(.other, "URLSession sends \(httpMethod ?? "GET") for the method \(request.method)")
        }
        httpShouldHandleCookies = false
        cachePolicy = .reloadIgnoringLocalCacheData
        for field in request.fields where field.name != .contentLength && field.name != .transferEncoding {
            try add(field)
        }
    }

    /// Fields of one name are joined here, since Foundation would leave out the space, and cookies need a semicolon.
    private mutating func add(_ field: HTTPField) throws(TransportError) {
        let name = field.name.rawName
        guard FieldSyntax.isToken(name) else { throw TransportError(.other, "a field's name is not a token") }
        guard FieldSyntax.isValue(field.value) else {
            throw TransportError(.other, "the value of the field \(name) holds a control character")
        }
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

/// The two rules that keep a field from becoming something else on the wire.
private enum FieldSyntax {
    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

    /// RFC 9110 §5.6.2.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || marks.contains(byte)
            }
    }

    /// RFC 9110 §5.5: no control character but the tab.
    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
