/// Fills the holes of a path template and encodes the result (RFC 3986 §3.3).
///
/// It works on bytes: every call writes its path, and looking for a byte in a `String` costs several times as much.
struct PathWriter: ~Copyable {
    /// What the path is appended to, then the whole template, filled and encoded, with its literal query.
    private var bytes: [UInt8] = []
    private(set) var problems: [PlanProblem] = []
    /// Where the template begins.
    private var start = 0
    /// Where the `?` of the literal query is, nil where there is none.
    private var queryMark: Int?
    /// The segment that holds a value and may go on.
    private var openSegment: (start: Int, value: Int)?
    /// Whether what comes next would still choose the host or the port.
    private var isInAuthority = false
    /// How many values, from the first on, a hole has asked for: where all have been, none is unused or given twice.
    private var filled = 0
    private let values: [PathArgument]

    /// Writes the path after a base, with one `/` between them.
    init(_ template: String, values: [PathArgument], after base: String? = nil) {
        self.values = values
        let bytes = Array(template.utf8)
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { problems.append(.controlCharacter(.path, template)) }
        begin(bytes, after: base)
        write(bytes)
        if filled < values.count { reportMisfits(bytes) }
    }

    /// Whether a template is an absolute URL rather than a path: it begins with a scheme and `://`, whichever scheme.
    static func isAbsolute(_ template: String) -> Bool {
        authorityStart(in: template.utf8) != nil
    }

    /// Whether nothing comes after the base but a query.
    var isEmpty: Bool { (queryMark ?? bytes.endIndex) == start }

    /// The base and the path.
    var path: String { String(decoding: bytes[..<(queryMark ?? bytes.endIndex)], as: UTF8.self) }

    /// The literal query, without its `?`.
    var query: String? {
        queryMark.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    }

    /// Path and query; of an absolute template, the whole URL.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension PathWriter {
    /// The place after `scheme://` (RFC 3986 §3), nil where the text does not begin so.
    static func authorityStart<Bytes: Collection<UInt8>>(in bytes: Bytes) -> Bytes.Index? {
        let end = bytes.firstIndex {
            !(ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "."))
        }
        guard let end, end != bytes.startIndex else { return nil }
        let mark = "://".utf8
        return bytes[end...].starts(with: mark) ? bytes.index(end, offsetBy: mark.count) : nil
    }

    /// The next `{name}`; braces that hold no name are literal.
    private static func nextHole(in bytes: ArraySlice<UInt8>) -> (name: String, start: Int, end: Int)? {
        var rest = bytes
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            guard let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let name = rest[(open + 1)..<close]
            if !name.isEmpty, !name.contains(UInt8(ascii: "/")), !name.contains(UInt8(ascii: "{")) {
                return (String(decoding: name, as: UTF8.self), open, close + 1)
            }
            rest = rest[(open + 1)...]
        }
        return nil
    }

    private mutating func begin(_ template: [UInt8], after base: String?) {
        let room = values.reduce(0) { $0 + ($1.value?.utf8.count ?? 0) }
        bytes.reserveCapacity((base?.utf8.count ?? 0) + 1 + template.count + room)
        guard let base else { return }
        bytes += base.utf8
        if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        if template.first != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        start = bytes.endIndex
    }

    private mutating func write(_ template: [UInt8]) {
        var rest = template[...]
        // An authority has rules of its own, which are looked at where URLs are read.
        if let start = Self.authorityStart(in: rest) {
            let end = rest[start...].firstIndex(where: Array("/?#{".utf8).contains) ?? rest.endIndex
            bytes += rest[..<end]
            rest = rest[end...]
            isInAuthority = rest.first == UInt8(ascii: "{")
        }
        while let hole = Self.nextHole(in: rest) {
            literal(rest[..<hole.start])
            fill(hole.name)
            rest = rest[hole.end...]
        }
        literal(rest)
        closeSegment()
    }

    private mutating func literal(_ part: ArraySlice<UInt8>) {
        let mark = queryMark == nil ? part.firstIndex(of: UInt8(ascii: "?")) : nil
        if mark != nil || part.contains(UInt8(ascii: "/")) { isInAuthority = false }
        if part.contains(UInt8(ascii: "#")) {
            problems.append(.fragment(.path, String(decoding: part, as: UTF8.self)))
        }
        guard queryMark == nil else { return PercentEncoding.appendLiteral(part, keeping: .queryLiteral, to: &bytes) }
        segmentText(part[..<(mark ?? part.endIndex)])
        guard let mark else { return }
        closeSegment()
        queryMark = bytes.endIndex
        bytes.append(UInt8(ascii: "?"))
        PercentEncoding.appendLiteral(part[(mark + 1)...], keeping: .queryLiteral, to: &bytes)
    }

    private mutating func segmentText(_ part: ArraySlice<UInt8>) {
        guard openSegment != nil, let slash = part.firstIndex(of: UInt8(ascii: "/")) else {
            return PercentEncoding.appendLiteral(part, keeping: .pathLiteral, to: &bytes)
        }
        PercentEncoding.appendLiteral(part[..<slash], keeping: .pathLiteral, to: &bytes)
        closeSegment()
        PercentEncoding.appendLiteral(part[slash...], keeping: .pathLiteral, to: &bytes)
    }

    private mutating func fill(_ name: String) {
        guard let index = values.firstIndex(where: { $0.name == name }) else {
            problems.append(.missingPathValue(name))
            return showHole(name)
        }
        if index == filled { filled += 1 }
        guard let value = values[index].value else {
            problems.append(values[index].problem ?? .missingPathValue(name))
            return showHole(name)
        }
        if value.isEmpty { problems.append(.emptyPathValue(name)) }
        if isInAuthority { problems.append(.pathValueInAuthority(name, value)) }
        if openSegment == nil, queryMark == nil {
            openSegment = (bytes[start...].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? start, index)
        }
        PercentEncoding.append(value.utf8, to: &bytes)
    }

    /// What can't be filled is never sent: it stays for people to see.
    private mutating func showHole(_ name: String) {
        bytes += "{\(EscapedText.escaped(name))}".utf8
    }

    /// A value may be all or part of a segment; what counts is what the whole segment has become.
    private mutating func closeSegment() {
        guard let open = openSegment else { return }
        openSegment = nil
        if DotSegments.isDotSegment(bytes[open.start...]) {
            problems.append(.dotPathValue(values[open.value].name, values[open.value].value ?? ""))
        }
    }

    private mutating func reportMisfits(_ template: [UInt8]) {
        var used: Set<String> = []
        var rest = template[...]
        if let start = Self.authorityStart(in: rest) { rest = rest[start...] }
        while let hole = Self.nextHole(in: rest) {
            used.insert(hole.name)
            rest = rest[hole.end...]
        }
        var seen: Set<String> = []
        for value in values {
            if !seen.insert(value.name).inserted { problems.append(.secondPathValue(value.name)) }
            if !used.contains(value.name) { problems.append(.unusedPathValue(value.name)) }
        }
    }
}
