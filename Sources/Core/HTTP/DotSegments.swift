/// RFC 3986 §5.2.4: `.` and `..` in the path of a resolved reference.
enum DotSegments {
    /// The path with its dot segments carried out; going above the root stays at the root.
    static func removed(from path: some StringProtocol) -> String {
        var kept: [Substring] = []
        var endsInDirectory = false
        for segment in String(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            endsInDirectory = segment == "." || segment == ".."
            if segment == ".." {
                _ = kept.popLast()
            } else if segment != "." {
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + (endsInDirectory && !kept.isEmpty ? "/" : "")
    }

    /// Whether a whole segment is `.` or `..`, also where its dots are percent-encoded.
    static func isDotSegment(_ segment: ArraySlice<UInt8>) -> Bool {
        var rest = segment
        var dots = 0
        while let byte = rest.first {
            if byte == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if byte == UInt8(ascii: "%"), rest.prefix(3).map(ASCII.lowercased) == Array("%2e".utf8) {
                rest = rest.dropFirst(3)
            } else {
                return false
            }
            dots += 1
        }
        return dots == 1 || dots == 2
    }
}
