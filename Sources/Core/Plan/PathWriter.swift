/// Fills the holes of a path template and encodes the result (RFC 3986 §3.3).
struct PathWriter {
    /// The whole template, filled and encoded, with its literal query.
    private(set) var text = ""
    private(set) var problems: [PlanProblem] = []
    /// Whether the template is an absolute URL rather than a path: it begins with a scheme and `://`, whichever scheme.
    let isAbsolute: Bool
    /// Where the literal query begins, in bytes of ``text``; nil where there is none.
    private var queryStart: String.Index?
    private var used: Set<String> = []
    /// Whether what comes next would still choose the host or the port.
    private var isInAuthority = false
    private let values: [PathArgument]

    init(_ template: String, values: [PathArgument]) {
        self.values = values
        if template.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            problems.append(.controlCharacter(.path, template))
        }
        isAbsolute = Self.authorityStart(in: template[...]) != nil
        var rest = Substring(template)
        // An authority has rules of its own, which are looked at where URLs are read.
        if let start = Self.authorityStart(in: rest) {
            let ends = Set("/?#{".utf8)
            let end = rest[start...].utf8.firstIndex(where: ends.contains) ?? rest.endIndex
            text = String(rest[..<end])
            rest = rest[end...]
            isInAuthority = rest.utf8.first == UInt8(ascii: "{")
        }
        var openSegment: (start: String.Index, hole: PathArgument)?
        while let hole = Self.nextHole(in: rest) {
            literal(rest[..<hole.start], closing: &openSegment)
            fill(hole.name, opening: &openSegment)
            rest = rest[hole.end...]
        }
        literal(rest, closing: &openSegment)
        close(&openSegment)
        reportMisfits()
    }

    /// The path alone.
    var path: String { String(text[..<(queryStart ?? text.endIndex)]) }

    /// The literal query, without its `?`.
    var query: String? {
        queryStart.map { String(text[text.index(after: $0)...]) }
    }
}

extension PathWriter {
    private typealias OpenSegment = (start: String.Index, hole: PathArgument)

    /// The place after `scheme://` (RFC 3986 §3), nil where the text does not begin so.
    static func authorityStart(in text: Substring) -> String.Index? {
        let bytes = text.utf8
        let scheme = bytes.prefix {
            ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
        let mark = "://".utf8
        guard !scheme.isEmpty, bytes[scheme.endIndex...].starts(with: mark) else { return nil }
        return bytes.index(scheme.endIndex, offsetBy: mark.count)
    }

    /// The next `{name}`; braces that hold no name are literal.
    private static func nextHole(
        in text: Substring
    ) -> (name: String, start: String.Index, end: String.Index)? {
        var from = text.startIndex
        while let open = text[from...].utf8.firstIndex(of: UInt8(ascii: "{")) {
            guard let close = text[open...].utf8.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let name = text[text.utf8.index(after: open)..<close]
            if !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(UInt8(ascii: "{")) {
                return (String(name), open, text.utf8.index(after: close))
            }
            from = text.utf8.index(after: open)
        }
        return nil
    }

    private mutating func literal(_ part: Substring, closing segment: inout OpenSegment?) {
        guard !part.isEmpty else { return }
        if part.utf8.contains(where: Set("/?".utf8).contains) { isInAuthority = false }
        if part.utf8.contains(UInt8(ascii: "#")) { problems.append(.fragment(.path, String(part))) }
        if queryStart == nil, let mark = part.utf8.firstIndex(of: UInt8(ascii: "?")) {
            segmentText(part[..<mark], closing: &segment)
            close(&segment)
            queryStart = text.endIndex
            text += "?"
            PercentEncoding.appendLiteral(part[part.utf8.index(after: mark)...], keeping: .queryLiteral, to: &text)
        } else if queryStart != nil {
            PercentEncoding.appendLiteral(part, keeping: .queryLiteral, to: &text)
        } else {
            segmentText(part, closing: &segment)
        }
    }

    private mutating func segmentText(_ part: Substring, closing segment: inout OpenSegment?) {
        guard let slash = part.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            PercentEncoding.appendLiteral(part, keeping: .pathLiteral, to: &text)
            return
        }
        PercentEncoding.appendLiteral(part[..<slash], keeping: .pathLiteral, to: &text)
        close(&segment)
        PercentEncoding.appendLiteral(part[slash...], keeping: .pathLiteral, to: &text)
    }

    private mutating func fill(_ name: String, opening segment: inout OpenSegment?) {
        used.insert(name)
        guard let argument = values.first(where: { $0.name == name }) else {
            problems.append(.missingPathValue(name))
            return showHole(name)
        }
        guard let value = argument.value else {
            problems.append(argument.problem ?? .missingPathValue(name))
            return showHole(name)
        }
        if value.isEmpty { problems.append(.emptyPathValue(name)) }
        if isInAuthority { problems.append(.pathValueInAuthority(name, value)) }
        if segment == nil, queryStart == nil {
            let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
            segment = (start, argument)
        }
        PercentEncoding.append(value, to: &text)
    }

    /// What can't be filled is never sent: it stays for people to see.
    private mutating func showHole(_ name: String) {
        text += "{\(EscapedText.escaped(name))}"
    }

    /// A value may be all or part of a segment; what counts is what the whole segment has become.
    private mutating func close(_ segment: inout OpenSegment?) {
        guard let open = segment else { return }
        segment = nil
        if DotSegments.isDotSegment(text[open.start...]) {
            problems.append(.dotPathValue(open.hole.name, open.hole.value ?? ""))
        }
    }

    private mutating func reportMisfits() {
        var seen: Set<String> = []
        for value in values {
            if !seen.insert(value.name).inserted { problems.append(.secondPathValue(value.name)) }
            if !used.contains(value.name) { problems.append(.unusedPathValue(value.name)) }
        }
    }
}
