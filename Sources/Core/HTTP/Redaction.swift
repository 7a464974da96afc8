/// Texts that must not be shown, wherever they stand in other texts.
///
/// Bytes are compared: to a `String`, a letter with a mark after it is another letter, and so a server could hide a secret
/// from the search by what it writes behind it.
struct Redaction {
    /// The longest first, since one may begin another; each also as it would stand in a URL.
    private let secrets: [[UInt8]]

    init(_ secrets: [String]) {
        let given = Set(secrets.filter { !$0.isEmpty }.map { Array($0.utf8) })
        let encoded = given.map { secret in
            var encoded: [UInt8] = []
            PercentEncoding.append(secret, to: &encoded)
            return encoded
        }
        self.secrets = given.union(encoded).sorted { $0.count > $1.count }
    }

    /// The bytes of the longest.
    var longest: Int { secrets.first?.count ?? 0 }

    /// The text with ``Secret/mark`` in the place of each.
    func callAsFunction(_ text: String) -> String {
        guard !secrets.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            guard let secret = secret(at: index, of: bytes) else {
                index += 1
                continue
            }
            shown += bytes[start..<index]
            shown += Secret.mark.utf8
            index += secret.count
            start = index
        }
        if start == 0 { return text }
        return String(decoding: shown + bytes[start...], as: UTF8.self)
    }

    /// Whether one of them stands in the text.
    func applies(to text: String) -> Bool {
        guard !secrets.isEmpty else { return false }
        let bytes = Array(text.utf8)
        return bytes.indices.contains { secret(at: $0, of: bytes) != nil }
    }

    private func secret(at index: Int, of bytes: [UInt8]) -> [UInt8]? {
        secrets.first { secret in
            secret[0] == bytes[index] && index + secret.count <= bytes.count
                && bytes[index..<(index + secret.count)].elementsEqual(secret)
        }
    }
}
