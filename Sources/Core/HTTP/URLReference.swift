/// A URI reference taken apart (RFC 3986 §4.1), each part encoded so that it can be sent as it is.
struct URLReference {
    /// Why a text is not a URL that requests can be sent to. The words are for people.
    struct Refusal: Error {
        let reason: String
    }

    let scheme: String?
    let authority: String?
    let path: String
    let query: String?
    let fragment: String?

    /// Takes the text apart; nil for control characters, which no URL holds.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        var rest = Substring(text)
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        fragment = Self.cut(&rest, from: UInt8(ascii: "#"))
        query = Self.cut(&rest, from: UInt8(ascii: "?")).map { Self.encoded($0, .queryLiteral) }
        scheme = Self.takeScheme(&rest)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = Self.encoded(String(rest), .pathLiteral)
    }

    /// The reference as a URL of its own; throws where it is relative or has a part that is refused.
    func absolute() throws(Refusal) -> RequestURL {
        guard let scheme else { throw Refusal(reason: "it has no scheme: begin with https:// or http://") }
        guard scheme == "https" || scheme == "http" else {
            throw Refusal(reason: "its scheme is \(scheme): only http and https can be sent")
        }
        guard let authority, !authority.isEmpty else { throw Refusal(reason: "it has no host") }
        let place = try Authority(authority)
        return RequestURL(
            scheme: scheme, host: place.host, port: place.port, path: path.isEmpty ? "/" : path, query: query)
    }

    /// RFC 3986 §5.2.2 and §5.3, for http and https only.
    func resolved(against base: RequestURL) throws(Refusal) -> RequestURL {
        if scheme != nil {
            return try absolute().withoutDotSegments
        }
        if let authority {
            let text = "\(base.scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")"
            guard let reference = URLReference(text) else { throw Refusal(reason: "its authority is malformed") }
            return try reference.absolute().withoutDotSegments
        }
        let target: String
        if path.isEmpty {
            target = base.path
        } else if path.hasPrefix("/") {
            target = DotSegments.removed(from: path)
        } else {
            let directory = base.path[...(base.path.lastIndex(of: "/") ?? base.path.startIndex)]
            target = DotSegments.removed(from: directory + path)
        }
        let inherits = path.isEmpty && query == nil
        return RequestURL(
            scheme: base.scheme, host: base.host, port: base.port, path: target,
            query: inherits ? base.query : query, redactedQuery: inherits ? base.redactedQuery : nil)
    }

    /// RFC 3986 §3.1; a colon after the first slash, or after anything that is not a scheme, is part of the path.
    private static func takeScheme(_ rest: inout Substring) -> String? {
        guard let colon = rest.firstIndex(of: ":"), let first = rest.utf8.first, ASCII.isAlpha(first) else {
            return nil
        }
        let isScheme = rest[..<colon].utf8.allSatisfy {
            ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
        guard isScheme else { return nil }
        defer { rest = rest[rest.index(after: colon)...] }
        return rest[..<colon].lowercased()
    }

    private static func cut(_ rest: inout Substring, from mark: UInt8) -> String? {
        guard let index = rest.utf8.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<index] }
        return String(rest[rest.utf8.index(after: index)...])
    }

    private static func encoded(_ literal: String, _ allowed: ASCIISet) -> String {
        var out: [UInt8] = []
        PercentEncoding.appendLiteral(literal.utf8, keeping: allowed, to: &out)
        return String(decoding: out, as: UTF8.self)
    }
}

extension RequestURL {
    fileprivate var withoutDotSegments: RequestURL {
        RequestURL(scheme: scheme, host: host, port: port, path: DotSegments.removed(from: path), query: query)
    }
}

/// Host and port of a URL (RFC 3986 §3.2).
private struct Authority {
    let host: String
    let port: Int?

    init(_ text: String) throws(URLReference.Refusal) {
        guard !text.utf8.contains(UInt8(ascii: "@")) else {
            throw .init(reason: "it holds user info: declare credentials with Basic(user, password)")
        }
        var host = Substring(text)
        var portText: Substring?
        if let close = host.lastIndex(of: "]") {
            let after = host[host.index(after: close)...]
            guard after.isEmpty || after.first == ":" else { throw .init(reason: "its host is malformed") }
            portText = after.isEmpty ? nil : after.dropFirst()
            host = host[...close]
        } else if let colon = host.lastIndex(of: ":") {
            portText = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        guard !host.isEmpty else { throw .init(reason: "it has no host") }
        try Self.check(host)
        if let portText, !portText.isEmpty {
            guard portText.utf8.allSatisfy(ASCII.isDigit), let number = Int(portText), (1...65535).contains(number)
            else { throw .init(reason: "its port is not a number from 1 to 65535") }
            port = number
        } else {
            port = nil
        }
        self.host = String(host)
    }

    /// Reg-names and addresses only; an internationalised name has to be given in its ASCII form (RFC 5890 §2.3.2.1).
    private static func check(_ host: Substring) throws(URLReference.Refusal) {
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .init(reason: "its host is not ASCII: write it in its xn-- form")
        }
        let isAddress = host.first == "["
        guard isAddress == (host.last == "]") else { throw .init(reason: "its host is malformed") }
        let name = isAddress ? host.dropFirst().dropLast() : host
        let isSound =
            !name.isEmpty
            && name.utf8.allSatisfy {
                isAddress
                    ? ASCII.isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                    : ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                        || $0 == UInt8(ascii: "_")
            }
        guard isSound, !isAddress || name.contains(":") else { throw .init(reason: "its host is malformed") }
    }
}
