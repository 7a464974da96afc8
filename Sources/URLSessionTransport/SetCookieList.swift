/// Takes `Set-Cookie` fields apart that were joined with commas (RFC 9110 §5.3 says why that should not be done).
///
/// A cookie begins with a name and `=`; the comma of a date in `Expires` is followed by neither.
enum SetCookieList {
    static func values(in joined: String) -> [String] {
        var values: [Substring] = []
        for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
            if let last = values.last, !beginsCookie(part) {
                values[values.endIndex - 1] = joined[last.startIndex..<part.endIndex]
            } else {
                values.append(part)
            }
        }
        return values.map { String($0.drop { $0 == " " }) }
    }

    private static func beginsCookie(_ part: Substring) -> Bool {
        let text = part.drop { $0 == " " }
        guard let end = text.firstIndex(where: { $0 == "=" || $0 == ";" || $0 == " " }) else { return false }
        return text[end] == "=" && end > text.startIndex
    }
}
