/// The type of a content, such as `application/json; charset=utf-8` (RFC 9110 §8.3.1).
public struct MediaType: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The type as it was written, parameters included.
    public let rawValue: String

    /// A media type of any text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A media type written as a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The type as it was written.
    public var description: String { rawValue }

    /// Type and subtype in lower case, without parameters: `application/json`.
    public var essence: String {
        let end = rawValue.firstIndex(of: ";") ?? rawValue.endIndex
        return Self.trimmed(rawValue[..<end]).lowercased()
    }

    /// The value of a parameter, unquoted; names are compared without regard to case (RFC 9110 §5.6.6).
    public func parameter(_ name: String) -> String? {
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == name.lowercased() else { continue }
            return Self.unquoted(Self.trimmed(pair[1]))
        }
        return nil
    }

    /// Whether a content of the given type can be read as this one: the same essence, or the same structured syntax
    /// suffix (`application/problem+json` is JSON, RFC 6839).
    public func accepts(_ other: MediaType) -> Bool {
        let mine = essence
        let theirs = other.essence
        if mine == theirs { return true }
        guard let slash = mine.firstIndex(of: "/") else { return false }
        return theirs.hasSuffix("+" + mine[mine.index(after: slash)...])
    }

    /// Type and parameters, cut at the semicolons that stand outside of quotes (RFC 9110 §5.6.4).
    private var parts: [Substring] {
        var parts: [Substring] = []
        var start = rawValue.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in rawValue.unicodeScalars.indices {
            let scalar = rawValue.unicodeScalars[index]
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if !isQuoted, scalar == ";" {
                parts.append(rawValue[start..<index])
                start = rawValue.unicodeScalars.index(after: index)
            }
        }
        return parts + [rawValue[start...]]
    }

    private static func unquoted(_ value: String) -> String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var out = ""
        var isEscaped = false
        for character in value.dropFirst().dropLast() {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { out.append(character) }
        }
        return out
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension MediaType {
    /// `application/json` (RFC 8259).
    public static let json: MediaType = "application/json"
    /// `application/x-www-form-urlencoded` (WHATWG URL §5).
    public static let form: MediaType = "application/x-www-form-urlencoded"
    /// `text/plain; charset=utf-8` (RFC 2046 §4.1).
    public static let text: MediaType = "text/plain; charset=utf-8"
    /// `text/html` (RFC 2854).
    public static let html: MediaType = "text/html"
    /// `application/xml` (RFC 7303).
    public static let xml: MediaType = "application/xml"
    /// `application/octet-stream` (RFC 2046 §4.5.1).
    public static let octetStream: MediaType = "application/octet-stream"
    /// `application/pdf` (RFC 8118).
    public static let pdf: MediaType = "application/pdf"
    /// `image/png`.
    public static let png: MediaType = "image/png"
    /// `image/jpeg` (RFC 2046 §4.2).
    public static let jpeg: MediaType = "image/jpeg"
}
