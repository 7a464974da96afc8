import Apus

/// A client of httpbin; without a base URL where there is none, for tests that are skipped then.
let httpbin = Client(RealServers.httpbin)

/// What httpbin says that it received, at `/anything` and in part at `/get`, `/post` and so on.
struct Echo: Decodable, Sendable {
    let method: String?
    let url: String
    let args: [String: Values]
    let form: [String: Values]?
    let data: String?
    let headers: [String: String]

    /// The one or more values of a name.
    struct Values: Decodable, Sendable, Equatable, ExpressibleByArrayLiteral {
        let all: [String]

        init(_ all: [String]) {
            self.all = all
        }

        init(arrayLiteral elements: String...) {
            all = elements
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                all = [one]
            } else {
                all = try container.decode([String].self)
            }
        }
    }
}

/// Texts that URLs, forms and shells have a meaning of their own for.
enum OddText {
    static let all = [
        "plain", "two words", "say \"hi\"", "it's", "a&b", "a=b", "1+1", "100%", "%41", "a;b", "a#b?c/d\\e",
        "$HOME `id` !1", "<&lt;>", "[x]{y}", "tab\tline\nend", "🐦👨‍👩‍👧", "日本", "é e\u{301}", " ", "~._-*",
    ]
}
