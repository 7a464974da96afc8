#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a `Set-Cookie` says (RFC 6265bis §5.6), before anybody asks whether the server may say it.
struct SetCookie: Hashable, Sendable {
    var name: String
    var value: String
    /// nil where none is named or the value means none.
    var domain: String?
    var path: String?
    var expires: Date?
    /// Seconds from now; zero or less means gone.
    var maxAge: Int?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// The longest name and value together, and the longest value of an attribute, in bytes (§5.6).
    private static let longestPair = 4096
    private static let longestAttribute = 1024

    /// Reads the value of a field; nil for what §5.6 says to ignore altogether.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let pair = Self.pair(parts[0])
        name = pair.value == nil ? "" : pair.name
        value = pair.value ?? pair.name
        guard name.utf8.count + value.utf8.count <= Self.longestPair, !(name.isEmpty && value.isEmpty) else {
            return nil
        }
        for part in parts.dropFirst() {
            let attribute = Self.pair(part)
            let value = attribute.value ?? ""
            guard value.utf8.count <= Self.longestAttribute else { continue }
            take(attribute.name.lowercased(), value)
        }
    }

    /// Of several attributes of a name the last counts (§5.7).
    private mutating func take(_ attribute: String, _ value: String) {
        switch attribute {
        case "expires": if let date = CookieDate.date(from: value) { expires = date }
        case "max-age": if let seconds = Self.seconds(value) { maxAge = seconds }
        case "domain":
            let domain = value.hasPrefix(".") ? String(value.dropFirst()) : value
            self.domain = domain.isEmpty ? nil : domain.lowercased()
        case "path": path = value.utf8.first == UInt8(ascii: "/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            sameSite = [.strict, .lax, .none].first { $0.rawValue.lowercased() == value.lowercased() }
        default: break
        }
    }

    /// A name and what follows the first `=`, both without the white space around them.
    private static func pair(_ part: ArraySlice<UInt8>) -> (name: String, value: String?) {
        guard let mark = part.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(part), nil) }
        return (trimmed(part[..<mark]), trimmed(part[(mark + 1)...]))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }

    /// §5.6.2: digits, a minus before them perhaps; what is longer than numbers are is as long as it gets.
    private static func seconds(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        return isNegative ? 0 : Int(digits) ?? .max
    }
}

extension HTTPResponse {
    /// The values of the cookies that it sets: credentials from that moment on.
    var cookieValues: [String] { fields.values(of: .setCookie).compactMap { SetCookie($0)?.value } }
}
